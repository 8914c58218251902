import { passwordFault } from '@tma/contracts/identity/passwords';
import { faultWords } from '@tma/web/password-words';
import { auth } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { NewPasswordField } from '@tma/web/ui/new-password-field';
import { useForm } from '@tma/web/use-form';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';

interface NewPasswordProps {
  /** The link's token: works once, and only when the form is sent, so that opening the link signs nobody in. */
  tokenHash: string;
  onExpired: () => void;
}

export function NewPassword({ tokenHash, onExpired }: NewPasswordProps) {
  const t = useT();
  const [saved, setSaved] = useState(false);
  /** The account's address, known once the token was exchanged. */
  const account = useRef<string | null>(null);
  const { form, secret, sender, refused, head, busy } = useForm({ password: '' });
  const typed = useWatch({ control: form.control, name: 'password' });

  const submit = sender(async ({ password }) => {
    const fault = passwordFault(password, '');
    // Known without the server: the link's token need not be spent to hear it.
    if (fault) {
      form.setError('password', { message: faultWords(fault) });
      return null;
    }
    if (account.current === null) {
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
      if (error?.code === 'otp_expired') onExpired();
      if (error) return refused(error, t('reset.failed', { message: error.message }));
      account.current = data.user?.email ?? '';
    }
    const { error } = await auth.updateUser({ password });
    if (error) return refused(error, t('reset.failed', { message: error.message }), account.current);
    setSaved(true);
    return null;
  });

  if (saved) return <Saved />;
  return (
    <>
      <p>{t('reset.newLead')}</p>
      <Form onSubmit={submit} {...head}>
        <NewPasswordField {...secret('password', t('reset.password'))} typed={typed} email="" />
        <Button type="submit" busy={busy}>
          {busy ? t('reset.saving') : t('reset.save')}
        </Button>
      </Form>
    </>
  );
}

function Saved() {
  const t = useT();
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <>
      <div ref={news} tabIndex={-1}>
        <Banner tone="success">{t('reset.saved')}</Banner>
      </div>
      <ButtonLink to="/userDashboard">{t('reset.toDashboard')}</ButtonLink>
    </>
  );
}
