import { issueNames } from '@tma/contracts/reports/issues';
import { term } from '@tma/web/language/terms';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { Fragment } from 'react';
import { useT } from '../texts.ts';
import { documentsFor, Guidance } from './guidance.tsx';
import { reportTexts, type TextName, textNames } from './report-fields.ts';
import type { useNewRequest } from './use-new-request.ts';

type Form = ReturnType<typeof useNewRequest>;
type FieldsProps = Pick<Form, 'form' | 'errors' | 'issue' | 'files' | 'choose'>;

/** The fields of a report; the document only where one is asked for. The files stand before the last text. */
export function Fields({ form, errors, issue, files, choose }: FieldsProps) {
  return textNames.map((name) => (
    <Fragment key={name}>
      {name === 'schedule' && <Files errors={errors} issue={issue} files={files} choose={choose} />}
      <ReportText name={name} form={form} errors={errors} />
      {name === 'issue' && <Guidance issue={issue} />}
    </Fragment>
  ));
}

function ReportText({ name, form, errors }: { name: TextName } & Pick<Form, 'form' | 'errors'>) {
  const t = useT();
  const { control, ...rules } = reportTexts[name];
  const props = {
    label: t(`newRequest.${name}`),
    error: errors.textOf(name),
    ...rules,
    ...form.register(name),
  };
  switch (control) {
    case 'issue':
      return (
        <SelectField
          {...props}
          options={issueNames}
          textOf={(issue) => term('issue', issue)}
          placeholder={t('newRequest.issuePlaceholder')}
        />
      );
    case 'lines':
      return <TextAreaField {...props} />;
    case 'line':
      return <TextField {...props} />;
    case 'day':
      return <TextField {...props} type="date" />;
  }
}

function Files({ errors, issue, files, choose }: Omit<FieldsProps, 'form'>) {
  const t = useT();
  return (
    <>
      <FileField
        name="image"
        label={t('newRequest.image')}
        accept="image/*"
        camera
        required
        error={errors.textOf('image')}
        value={files.image}
        onChange={(file) => choose('image', file)}
      />
      {documentsFor(issue).length > 0 && (
        <FileField
          name="document"
          label={t('newRequest.document')}
          hint={t('newRequest.documentHint')}
          accept=".pdf"
          error={errors.textOf('document')}
          value={files.document}
          onChange={(file) => choose('document', file)}
        />
      )}
    </>
  );
}
