import { auth } from '@tma/web/session';
import { Button } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import { Outcome, type Said } from './outcome.tsx';

export function PasswordForm() {
  const t = useT();
  const [said, setSaid] = useState<Said>(null);
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { current_password: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (given) => {
    setSaid(null);
    const { error } = await auth.updateUser(given);
    if (error) return setSaid({ failed: error.message });
    reset();
    setSaid({ done: t('profile.passwordChanged') });
  });

  const required = (label: string) => ({ required: t('required', { label }) });
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...register('current_password', required(t('profile.currentPassword')))}
      />
      <PasswordField
        label={t('profile.newPassword')}
        autoComplete="new-password"
        required
        error={errors.password?.message}
        {...register('password', required(t('profile.newPassword')))}
      />
      <Outcome said={said} />
      <Button type="submit" busy={isSubmitting}>
        {isSubmitting ? t('profile.saving') : t('profile.changePassword')}
      </Button>
    </Form>
  );
}
