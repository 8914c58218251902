import { limits } from '@tma/contracts/limits';
import { issueNames } from '@tma/contracts/reports/issues';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { useT } from '../texts.ts';
import { documentsFor, Guidance } from './guidance.tsx';
import type { useNewRequest } from './use-new-request.ts';

type FieldsProps = Pick<ReturnType<typeof useNewRequest>, 'form' | 'issue' | 'files' | 'choose'>;

/** What a report is made of; the document only where papers are asked for. */
export function Fields({ form, issue, files, choose }: FieldsProps) {
  const t = useT();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SelectField
        label={t('newRequest.issue')}
        options={issueNames}
        placeholder={t('newRequest.issuePlaceholder')}
        required
        error={errors.issue?.message}
        {...register('issue')}
      />
      <Guidance issue={issue} />
      <TextField
        label={t('newRequest.location')}
        maxLength={limits.location}
        required
        error={errors.location?.message}
        {...register('location')}
      />
      <TextAreaField
        label={t('newRequest.description')}
        maxLength={limits.description}
        required
        error={errors.description?.message}
        {...register('description')}
      />
      <FileField
        name="image"
        label={t('newRequest.image')}
        accept="image/*"
        camera
        required
        error={errors.image?.message}
        value={files.image}
        onChange={(file) => choose('image', file)}
      />
      {documentsFor(issue).length > 0 && (
        <FileField
          name="document"
          label={t('newRequest.document')}
          hint={t('newRequest.documentHint')}
          accept=".pdf"
          error={errors.document?.message}
          value={files.document}
          onChange={(file) => choose('document', file)}
        />
      )}
      <TextField label={t('newRequest.schedule')} type="date" {...register('schedule')} />
    </>
  );
}
