import { limits } from '@tma/contracts/limits';
import { documentsOf, isProblem, issueNames } from '@tma/contracts/reports/issues';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { lazily } from '@tma/web/ui/lazily';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';
import css from './fields.module.css';
import { Near } from './near/near.tsx';
import type { Draft, FileFieldName } from './report-draft.ts';
import type { useNewRequest } from './use-new-request.ts';

const PinField = lazily(() => import('@tma/web/map/pin-field'));

type FieldsProps = Pick<ReturnType<typeof useNewRequest>, 'form' | 'errors' | 'issue' | 'files' | 'choose'>;

/** The fields of a report; the document only where one is asked for. */
export function Fields({ form, errors, issue, files, choose }: FieldsProps) {
  const t = useT();
  const web = useWebT();
  const text = (name: 'issue' | 'location' | 'description' | 'schedule', label: string) => ({
    label,
    error: errors.textOf(name),
    ...form.register(name),
  });
  const file = (name: FileFieldName) => ({
    name,
    label: t(`newRequest.${name}`),
    error: errors.textOf(name),
    value: files[name],
    onChange: (chosen: File | null) => choose(name, chosen),
  });
  const mayHavePoint = issue === '' || isProblem(issue);
  return (
    <>
      <SelectField
        {...text('issue', t('newRequest.issue'))}
        required
        options={issueNames}
        textOf={(name) => term('issue', name)}
        placeholder={t('newRequest.issuePlaceholder')}
      />
      <Guidance issue={issue} />
      <TextField {...text('location', web('report.location'))} required maxLength={limits.location} />
      {mayHavePoint && <Place form={form} />}
      <Near form={form} />
      <TextAreaField {...text('description', web('report.description'))} required maxLength={limits.description} />
      <FileField {...file('image')} accept="image/*" camera required />
      {documentsOf(issue).length > 0 && (
        <FileField {...file('document')} hint={t('newRequest.documentHint')} accept=".pdf" />
      )}
      <TextField {...text('schedule', t('newRequest.schedule'))} type="date" />
      {mayHavePoint && <ShareField control={form.control} />}
    </>
  );
}

/** Which documents the chosen kind of request needs. */
function Guidance({ issue }: { issue: string }) {
  const t = useT();
  const documents = documentsOf(issue);
  return (
    <section className={`${css.aside} ${css.guidance}`} aria-live="polite">
      <h2>{t('newRequest.guidance')}</h2>
      {!issue && <p>{t('newRequest.chooseType')}</p>}
      {issue && documents.length === 0 && <p>{t('newRequest.noDocuments')}</p>}
      {documents.length > 0 && (
        <>
          <p>{t('newRequest.documents')}</p>
          <ul>
            {documents.map((document) => (
              <li key={document}>{term('document', document)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const pointFields = ['lat', 'long', 'accuracy'] as const;

/** Where it is, beside the words of `Location`. */
function Place({ form }: { form: UseFormReturn<Draft> }) {
  const [lat, long, accuracy] = useWatch({ control: form.control, name: pointFields });
  return (
    <PinField
      value={{ lat, long, accuracy }}
      onChange={(value) => {
        for (const name of pointFields) form.setValue(name, value[name]);
      }}
    />
  );
}

/**
 * Whether whoever has the report's link may see it. The text is inside the button instead of a label: it names other fields, and
 * somebody who looks a field up by its label would find two.
 */
function ShareField({ control }: Pick<UseFormReturn<Draft>, 'control'>) {
  const t = useT();
  const { field } = useController({ control, name: 'shared' });
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input would need a label, which would name the other fields too
    <button
      ref={field.ref}
      type="button"
      role="checkbox"
      aria-checked={field.value}
      className={css.share}
      onBlur={field.onBlur}
      onClick={() => field.onChange(!field.value)}
    >
      <span aria-hidden className={css.box} />
      {t('newRequest.shared')}
    </button>
  );
}
