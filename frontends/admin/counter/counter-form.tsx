import { languageNames, languages } from '@tma/contracts/languages';
import { limits, profileTexts } from '@tma/contracts/limits';
import { documentsOf, isProblem, issueNames } from '@tma/contracts/reports/issues';
import { looksLikeEmail } from '@tma/web/forms/use-form';
import { listed } from '@tma/web/language/lists';
import { term } from '@tma/web/language/terms';
import { Button } from '@tma/web/ui/button';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { Actions, Form, Pair } from '@tma/web/ui/form';
import { lazily } from '@tma/web/ui/lazily';
import { Sending } from '@tma/web/ui/sending';
import { useT } from '../texts.ts';
import css from './counter.module.css';
import type { Draft, FileName } from './draft.ts';
import { type Taken, useCounterForm } from './use-counter-form.ts';

const PinField = lazily(() => import('@tma/web/map/pin-field'));

interface CounterFormProps {
  token: string;
  by: string;
  draft: Draft;
  onTaken: (taken: Taken) => void;
  /** Deletes what was written, unless it has another key by now. */
  onStartOver: (key: string) => void;
}

/** What somebody at the counter says, and who they are. */
export function CounterForm({ token, by, draft, onTaken, onStartOver }: CounterFormProps) {
  const t = useT();
  const { submit, formProps, share, stop, currentKey, ...parts } = useCounterForm({ token, by, first: draft, onTaken });
  const busy = share !== null;
  return (
    <Form onSubmit={submit} {...formProps}>
      <fieldset className={css.fields} disabled={busy}>
        <ReportFields {...parts} />
      </fieldset>
      <fieldset className={css.fields} disabled={busy}>
        <legend>{t('counter.person')}</legend>
        <PersonFields {...parts} />
      </fieldset>
      {busy && <Sending share={share} onStop={stop} />}
      <Actions>
        <Button type="submit" busy={busy}>
          {t(busy ? 'counter.busy' : 'counter.submit')}
        </Button>
        <Button look="plain" disabled={busy} onClick={() => onStartOver(currentKey())}>
          {t('counter.startOver')}
        </Button>
      </Actions>
    </Form>
  );
}

type Fields = Pick<
  ReturnType<typeof useCounterForm>,
  'field' | 'optional' | 'issue' | 'pin' | 'files' | 'fileErrors' | 'choose'
>;

function ReportFields({ field, optional, issue, pin, files, fileErrors, choose }: Fields) {
  const t = useT();
  const papers = documentsOf(issue);
  const file = (name: FileName) => ({
    name,
    label: t(`counter.${name}`),
    error: fileErrors[name]?.(),
    value: files[name],
    onChange: (chosen: File | null) => choose(name, chosen),
  });
  return (
    <>
      <SelectField
        {...field('issue', () => t('common.issueType'))}
        options={issueNames}
        textOf={(name) => term('issue', name)}
        placeholder={t('counter.choose')}
      />
      <TextField {...field('location', () => t('common.location'))} maxLength={limits.location} />
      {(issue === '' || isProblem(issue)) && <PinField {...pin} />}
      <TextAreaField {...field('description', () => t('common.description'))} maxLength={limits.description} />
      <FileField {...file('image')} accept="image/*" camera />
      {papers.length > 0 && (
        <FileField
          {...file('document')}
          hint={t('counter.papers', { papers: listed(papers.map((paper) => term('document', paper))) })}
          accept=".pdf"
        />
      )}
      <TextField {...optional('schedule', () => t('counter.schedule'))} type="date" />
    </>
  );
}

function PersonFields({ field, optional }: Fields) {
  const t = useT();
  return (
    <>
      <SelectField
        {...field('language', () => t('counter.language'))}
        options={languages}
        textOf={(language) => languageNames[language as keyof typeof languageNames]}
      />
      <TextField {...field('name', () => t('counter.name'))} maxLength={limits.counterName} autoComplete="off" />
      <Pair>
        <TextField
          {...field('contact', () => t('report.contact'))}
          type="tel"
          maxLength={profileTexts.contact_number}
          autoComplete="off"
        />
        <TextField {...optional('email', () => t('counter.email'), looksLikeEmail)} type="email" autoComplete="off" />
      </Pair>
    </>
  );
}
