import { pageUrl } from '@tma/contracts/pages';
import type { Credentials } from '@tma/web/account/sign-in-form';
import type { useForm } from '@tma/web/forms/use-form';
import { auth } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { useState } from 'react';
import { useT } from '../texts.ts';

/** For a confirmation link that has expired: says so, and sends a new one to the address in the form. */
export function ExpiredLink({ page: { form, fail } }: { page: ReturnType<typeof useForm<Credentials>> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<boolean | null>(null);

  const resend = async () => {
    const email = form.getValues('email').trim();
    if (email === '') {
      fail('email', () => t('signIn.resendTo'));
      return form.setFocus('email');
    }
    setBusy(true);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setSent(!error);
    setBusy(false);
  };
  if (sent) return <Banner tone="success">{t('signIn.resent')}</Banner>;
  return (
    <>
      <Banner tone="error">{sent === false ? t('signIn.resendFailed') : t('signIn.expired')}</Banner>
      <Button look="quiet" busy={busy} onClick={resend}>
        {t('signIn.resend')}
      </Button>
    </>
  );
}
