import { call } from '@tma/web/api/call';
import { useFocusOnMount } from '@tma/web/hooks/focus';
import { Button } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useT } from '../texts.ts';
import { CodeField } from './code-field.tsx';
import { useFactorForm } from './use-factor-form.tsx';

/** Asks for the current password and a code, and removes the second factor. */
export function RemoveFactor({ token, onRemoved }: { token: string; onRemoved: () => Promise<void> }) {
  const t = useT();
  const { field, secret, formProps, busy, onSubmit, username } = useFactorForm(
    token,
    { current_password: '', code: '' },
    async ({ current_password: currentPassword, code }) => {
      await call('DELETE /adminfactor', { body: { currentPassword, code }, token });
      await onRemoved();
    },
  );
  const box = useFocusOnMount();
  return (
    <div ref={box} tabIndex={-1}>
      <Form onSubmit={onSubmit} {...formProps}>
        {username}
        <PasswordField {...secret('current_password', () => t('account.current'))} autoComplete="current-password" />
        <CodeField {...field('code', () => t('factor.code'))} hint={t('factor.codeOrRecovery')} />
        <Button type="submit" look="quiet" busy={busy}>
          {t('factor.remove')}
        </Button>
      </Form>
    </div>
  );
}
