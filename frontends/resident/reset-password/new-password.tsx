import { auth } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';

interface NewPasswordProps {
  /** The link's token: works once, and only when the form is sent, so that opening the link signs nobody in. */
  tokenHash: string;
  onExpired: () => void;
}

export function NewPassword({ tokenHash, onExpired }: NewPasswordProps) {
  const t = useT();
  const exchanged = useRef(false);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    if (!exchanged.current) {
      const { error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
      if (error?.code === 'otp_expired') return onExpired();
      if (error) return setFailure(t('reset.failed', { message: error.message }));
      exchanged.current = true;
    }
    const { error } = await auth.updateUser({ password });
    if (error) setFailure(t('reset.failed', { message: error.message }));
    else setSaved(true);
  });

  if (saved) {
    return (
      <>
        <Banner tone="success">{t('reset.saved')}</Banner>
        <ButtonLink to="/userDashboard">{t('reset.toDashboard')}</ButtonLink>
      </>
    );
  }
  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      <p>{t('reset.newLead')}</p>
      <Form onSubmit={submit}>
        <PasswordField
          label={t('reset.password')}
          hint={t('reset.passwordHint')}
          autoComplete="new-password"
          required
          error={formState.errors.password?.message}
          {...register('password', { required: t('required', { label: t('reset.password') }) })}
        />
        <Button type="submit" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('reset.saving') : t('reset.save')}
        </Button>
      </Form>
    </>
  );
}
