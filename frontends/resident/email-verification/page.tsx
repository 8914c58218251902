import { pagePath, pageUrl } from '@tma/contracts/pages';
import { useLocation } from '@tma/web/router';
import { auth, signOut, useSession } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { Actions } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useEffect, useState } from 'react';
import { keptText } from '../arrival-message.ts';
import { useT } from '../texts.ts';
import { readState } from './navigation-state.ts';

/** /email-verification: what to do with the mail that was sent. It signs out a visitor who is signed in. */
export default function EmailVerificationPage() {
  const t = useT();
  const session = useSession();
  const { email, message } = readState(useLocation().state);
  const { busy, presses, outcome, resend } = useResend(email);

  useEffect(() => {
    if (session.status === 'present') void signOut();
  }, [session.status]);

  return (
    <PageFrame>
      <Card>
        <h1>{t('verification.title')}</h1>
        {email ? (
          <>
            <Banner tone="quiet">{message ? keptText(message)() : t('verification.message')}</Banner>
            <p>
              {t('verification.sentTo')} <strong dir="ltr">{email}</strong>
            </p>
          </>
        ) : (
          // Announced again each time the button is pressed.
          <Banner key={presses} tone="error">
            {t('verification.noEmail')}
          </Banner>
        )}
        {outcome === 'sent' && <Banner tone="success">{t('verification.resent')}</Banner>}
        {outcome === 'failed' && <Banner tone="error">{t('verification.resendFailed')}</Banner>}
        <Actions>
          <ButtonLink to={pagePath('signIn')}>{t('verification.goToSignIn')}</ButtonLink>
          <Button look="quiet" busy={busy} onClick={resend}>
            {t('verification.resend')}
          </Button>
        </Actions>
      </Card>
    </PageFrame>
  );
}

/** Has the mail sent once more. `presses` counts how often that was asked for, also in vain. */
function useResend(email: string | null) {
  const [busy, setBusy] = useState(false);
  const [presses, setPresses] = useState(0);
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);

  const resend = async () => {
    setPresses((presses) => presses + 1);
    if (!email) return;
    setBusy(true);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setOutcome(error ? 'failed' : 'sent');
    setBusy(false);
  };
  return { busy, presses, outcome, resend };
}
