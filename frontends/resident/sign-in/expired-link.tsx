import { auth } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { useState } from 'react';
import { useT } from '../texts.ts';

interface ExpiredLinkProps {
  /** The address typed in the form below. */
  email: () => string;
  onNoEmail: () => void;
}

/** A link of a mail that no longer opens anything: says so and offers a new one. */
export function ExpiredLink({ email, onNoEmail }: ExpiredLinkProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<boolean | null>(null);
  const resend = async () => {
    if (!email()) return onNoEmail();
    setBusy(true);
    const { error } = await auth.resend({ type: 'signup', email: email() });
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
