import { call } from '@tma/web/api';
import { ApiError } from '@tma/web/api-error';
import { Button } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import { token } from '../token.ts';
import { Outcome, type Said } from './outcome.tsx';

/** Erases the person, who proves with the password that it is meant. */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const t = useT();
  const [said, setSaid] = useState<Said>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { current_password: '' } });

  const submit = handleSubmit(async (body) => {
    setSaid(null);
    try {
      await call('DELETE /auth/v1/user', { body, token: await token() });
      onDeleted();
    } catch (error) {
      setSaid({ failed: error instanceof ApiError ? error.message : String(error) });
    }
  });

  const label = t('profile.currentPassword');
  return (
    <Form onSubmit={submit}>
      <p>{t('profile.deleteText')}</p>
      <PasswordField
        label={label}
        autoComplete="current-password"
        required
        error={formState.errors.current_password?.message}
        {...register('current_password', { required: t('required', { label }) })}
      />
      <Outcome said={said} />
      <Button type="submit" look="quiet" busy={formState.isSubmitting}>
        {formState.isSubmitting ? t('profile.deleting') : t('profile.deleteButton')}
      </Button>
    </Form>
  );
}
