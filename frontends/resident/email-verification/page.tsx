import { pagePath } from '@tma/contracts/pages';
import { useLocation } from '@tma/web/router';
import { signOut, useSession } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { CardPage } from '@tma/web/ui/card-page';
import { Actions } from '@tma/web/ui/form';
import { useEffect, useState } from 'react';
import { textNamed } from '../arrival-message.ts';
import { useT } from '../texts.ts';
import { useResend } from '../use-resend.ts';

/** A text of that name in the navigation state that the page was opened with; null where there is none. */
const textIn = (state: unknown, name: string): string | null => {
  const value = (state as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** /email-verification: what to do with the mail that was sent. It signs out a visitor who is signed in. */
export default function EmailVerificationPage() {
  const t = useT();
  const session = useSession();
  const { state } = useLocation();
  const email = textIn(state, 'email');
  const { busy, outcome, resend } = useResend();
  const [presses, setPresses] = useState(0);
  const press = () => {
    setPresses(presses + 1);
    if (email) resend(email);
  };

  useEffect(() => {
    if (session.status === 'present') void signOut();
  }, [session.status]);

  return (
    <CardPage title={t('verification.title')}>
      {email ? (
        <MailSent email={email} message={textIn(state, 'message')} />
      ) : (
        // Announced again each time the button is pressed.
        <Banner key={presses} tone="error">
          {t('verification.noEmail')}
        </Banner>
      )}
      {outcome === 'sent' && <Banner tone="success">{t('verification.resent')}</Banner>}
      {outcome === 'failed' && <Banner tone="error">{t('verification.resendFailed')}</Banner>}
      <Actions>
        <ButtonLink to={pagePath('signIn')}>{t('common.goToSignIn')}</ButtonLink>
        <Button look="quiet" busy={busy} onClick={press}>
          {t('verification.resend')}
        </Button>
      </Actions>
    </CardPage>
  );
}

/** Where the mail was sent, and the message that the page was opened with. */
function MailSent({ email, message }: { email: string; message: string | null }) {
  const t = useT();
  return (
    <>
      <Banner tone="quiet">{message ? textNamed(message)() : t('verification.message')}</Banner>
      <p>
        {t('verification.sentTo')} <strong dir="ltr">{email}</strong>
      </p>
    </>
  );
}
