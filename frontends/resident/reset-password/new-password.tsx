import type { User } from '@supabase/auth-js';
import { passwordFault } from '@tma/contracts/identity/passwords';
import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { PasswordSaved } from '@tma/web/account/password-saved';
import { serverText } from '@tma/web/errors/error-texts';
import { passwordText } from '@tma/web/forms/field-rules';
import { useForm } from '@tma/web/forms/use-form';
import { syncLanguage } from '@tma/web/language/language';
import { auth } from '@tma/web/session/resident-session';
import { Form, Submit } from '@tma/web/ui/form';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';

interface NewPasswordProps {
  /** The link's token. It works once, and is used only when the form is sent: opening the link signs nobody in. */
  tokenHash: string;
  onExpired: () => void;
}

export function NewPassword({ tokenHash, onExpired }: NewPasswordProps) {
  const t = useT();
  const [saved, setSaved] = useState(false);
  const page = useForm({ password: '' });
  const { form, secret, formProps, busy } = page;
  const typed = useWatch({ control: form.control, name: 'password' });

  const submit = useSubmit(page, { tokenHash, onExpired, onSaved: () => setSaved(true) });

  if (saved) {
    const next = { to: pagePath('userDashboard'), label: t('reset.toDashboard') };
    return <PasswordSaved text={t('common.passwordChanged')} next={next} />;
  }
  return (
    <>
      <p>{t('reset.newLead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <NewPasswordField {...secret('password', () => t('common.newPassword'))} typed={typed} email="" />
        <Submit busy={busy} label={t('reset.save')} meanwhile={t('common.saving')} />
      </Form>
    </>
  );
}

interface SubmitOptions extends NewPasswordProps {
  onSaved: () => void;
}

/** Checks the password, then uses the link's token, then sets the password: tried again, it goes on from there. */
function useSubmit(
  page: ReturnType<typeof useForm<{ password: string }>>,
  { tokenHash, onExpired, onSaved }: SubmitOptions,
) {
  const t = useT();
  /** The account, known once the token was exchanged. */
  const account = useRef<User | null>(null);
  const { submitHandler, rejected, fail } = page;

  return submitHandler(async ({ password }) => {
    const fault = passwordFault(password, '');
    // Checked without the server, so that the link's token is not used up.
    if (fault) {
      fail('password', () => passwordText(fault));
      return null;
    }
    if (account.current === null) {
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
      if (error?.code === 'otp_expired') onExpired();
      if (error) return rejected(error, () => t('reset.failed', { message: serverText(error) }));
      account.current = data.user;
      await syncLanguage(data.user?.user_metadata.language);
    }
    const { data: now, error: failed } = await auth.getSession();
    // Another tab has signed out, or somebody else in: it would be their password.
    if (!failed && now.session?.user.id !== account.current?.id) {
      onExpired();
      return null;
    }
    const { error } = await auth.updateUser({ password });
    // The link was used so long ago that only the old password would help.
    if (error?.code === 'reauthentication_needed') onExpired();
    if (error) return rejected(error, () => t('reset.failed', { message: serverText(error) }), account.current?.email);
    onSaved();
    return null;
  });
}
