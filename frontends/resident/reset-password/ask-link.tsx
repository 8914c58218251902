import { Link } from '@tma/web/router';
import { auth } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';

/** Asks for a mail with a reset link. The answer is the same for known and unknown addresses. */
export function AskLink({ expired }: { expired: boolean }) {
  const t = useT();
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState(expired ? t('reset.expired') : null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });

  const submit = handleSubmit(async ({ email }) => {
    const { error } = await auth.resetPasswordForEmail(email);
    setSent(!error);
    setFailure(error && t('reset.askFailed', { message: error.message }));
  });

  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      {sent && <Banner tone="success">{t('reset.asked')}</Banner>}
      <p>{t('reset.askLead')}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t('reset.email')}
          type="email"
          autoComplete="email"
          required
          error={formState.errors.email?.message}
          {...register('email', { required: t('required', { label: t('reset.email') }) })}
        />
        <Button type="submit" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('reset.asking') : t('reset.ask')}
        </Button>
      </Form>
      <p>
        <Link to="/signin">{t('reset.backToSignIn')}</Link>
      </p>
    </>
  );
}
