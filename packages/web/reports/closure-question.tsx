import { useTimeZone } from '@tma/web/api/portal-config';
import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextAreaField } from '@tma/web/ui/field';
import { Actions, Submit } from '@tma/web/ui/form';
import { type ReactNode, useId } from 'react';
import { classes } from '../ui/class-names.ts';
import { BeforeAndAfter } from './before-and-after.tsx';
import css from './closure-question.module.css';
import { type ClosureFormOptions, useClosureForm } from './use-closure-form.ts';

interface ClosureQuestionProps extends ClosureFormOptions {
  report: { image: string | null; proof: string | null };
  /** What is shown in the place of the public pictures. */
  pictures?: ReactNode;
  /** The moment until which an answer counts; null as long as it is not known. */
  answerBy: string | null;
  /** The id of the heading that names it; without one it has a heading of its own. */
  labelledBy?: string;
}

/** Asks a reporter whether it is fixed. Nothing typed is lost where an answer cannot be sent. */
export function ClosureQuestion(props: ClosureQuestionProps) {
  const { report, pictures, answerBy, labelledBy } = props;
  const t = useT();
  const zone = useTimeZone();
  const titleId = useId();
  const form = useClosureForm(props);
  const { busy, error } = form;
  return (
    <section className={classes(css.question, !labelledBy && css.apart)} aria-labelledby={labelledBy ?? titleId}>
      {!labelledBy && <h3 id={titleId}>{t('closure.question')}</h3>}
      {pictures ?? <BeforeAndAfter report={report} />}
      <p className={css.by}>{answerBy && t('closure.answerBy', { date: longDate(answerBy, zone) })}</p>
      <Actions>
        <Button
          ref={form.yes}
          look={form.open ? 'quiet' : 'primary'}
          busy={busy === 'fixed'}
          disabled={busy === 'not-fixed'}
          onClick={form.confirm}
        >
          {t('closure.fixed')}
        </Button>
        <Button
          look={form.open ? 'primary' : 'quiet'}
          aria-expanded={form.open}
          disabled={busy !== null}
          onClick={form.dispute}
        >
          {t('closure.notFixed')}
        </Button>
      </Actions>
      {error?.at === 'answer' && <Banner tone="error">{error.text()}</Banner>}
      {form.open && <Reason form={form} />}
    </section>
  );
}

function Reason({ form }: { form: ReturnType<typeof useClosureForm> }) {
  const t = useT();
  const { busy, error } = form;
  return (
    <form noValidate className={css.reason} onSubmit={form.submit}>
      <TextAreaField
        ref={form.field}
        label={t('closure.reason')}
        name="reason"
        required
        announce
        rows={4}
        value={form.reason}
        readOnly={busy !== null}
        error={error?.at === 'reason' ? error.text() : undefined}
        onChange={(event) => form.write(event.target.value)}
      />
      <div>
        <Submit busy={busy === 'not-fixed'} disabled={busy === 'fixed'} label={t('closure.send')} />
      </div>
    </form>
  );
}
