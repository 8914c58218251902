import type { Session } from '@supabase/auth-js';
import { issueNames } from '@tma/contracts/issues';
import { limits } from '@tma/contracts/limits';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { Form, Ways } from '@tma/web/ui/form';
import { useT } from '../texts.ts';
import { documentsFor, Guidance } from './guidance.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useNewRequest } from './use-new-request.ts';

export function NewRequestForm({ user }: { user: Session['user'] }) {
  const t = useT();
  const { form, issue, files, choose, submit, failure, signedOut } = useNewRequest(user);
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <Form onSubmit={submit}>
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
        label={t('newRequest.image')}
        accept="image/*"
        required
        error={errors.image?.message}
        value={files.image}
        onChange={(file) => choose('image', file)}
      />
      {documentsFor(issue).length > 0 && (
        <FileField
          label={t('newRequest.document')}
          hint={t('newRequest.documentHint')}
          accept=".pdf"
          error={errors.document?.message}
          value={files.document}
          onChange={(file) => choose('document', file)}
        />
      )}
      <TextField label={t('newRequest.schedule')} type="date" {...register('schedule')} />
      {failure && <Banner tone="error">{failure}</Banner>}
      <Ways>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? t('newRequest.busy') : t('newRequest.submit')}
        </Button>
        {signedOut && <SignInAgain />}
      </Ways>
    </Form>
  );
}
