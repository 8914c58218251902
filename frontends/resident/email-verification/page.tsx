import { useLocation } from '@tma/web/router';
import { auth, signOut, useSession } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { Ways } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useEffect, useState } from 'react';
import { useT } from '../texts.ts';
import { given } from './given.ts';

/** /email-verification: what to do with the mail that was sent. A signed-in visitor is signed out here. */
export default function EmailVerificationPage() {
  const t = useT();
  const session = useSession();
  const { email, message } = given(useLocation().state);
  const [busy, setBusy] = useState(false);
  const [presses, setPresses] = useState(0);
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);

  useEffect(() => {
    if (session.status === 'present') void signOut();
  }, [session.status]);

  const resend = async () => {
    setPresses((presses) => presses + 1);
    if (!email) return;
    setBusy(true);
    const emailRedirectTo = `${location.origin}/signin`;
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setOutcome(error ? 'failed' : 'sent');
    setBusy(false);
  };

  return (
    <PageFrame>
      <Card>
        <h1>{t('verification.title')}</h1>
        {email ? (
          <>
            <Banner tone="quiet">{message ?? t('verification.message')}</Banner>
            <p>
              {t('verification.sentTo')} <strong>{email}</strong>
            </p>
          </>
        ) : (
          // Said again each time the button is pressed.
          <Banner key={presses} tone="error">
            {t('verification.noEmail')}
          </Banner>
        )}
        {outcome === 'sent' && <Banner tone="success">{t('verification.resent')}</Banner>}
        {outcome === 'failed' && <Banner tone="error">{t('verification.resendFailed')}</Banner>}
        <Ways>
          <ButtonLink to="/signin">{t('verification.goToSignIn')}</ButtonLink>
          <Button look="quiet" busy={busy} onClick={resend}>
            {t('verification.resend')}
          </Button>
        </Ways>
      </Card>
    </PageFrame>
  );
}
