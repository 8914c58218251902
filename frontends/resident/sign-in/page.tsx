import { pagePath } from '@tma/contracts/pages';
import { Navigate, useLocation } from '@tma/web/router';
import { useSession } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { CardPage } from '@tma/web/ui/card-page';
import type { FormMessage } from '@tma/web/ui/form';
import { useState } from 'react';
import { messageState, type TextKey, textNamed, useArrivalMessage } from '../arrival-message.ts';
import { Checking } from '../checking.tsx';
import { hasReturnPath, pathAfterSignIn } from '../return-path.ts';
import { useT } from '../texts.ts';
import { SignInForm } from './form.tsx';
import { newEmailOutcome } from './link-outcome.ts';

/** /signin. It redirects a visitor who is signed in, but not before a sign-in that just succeeded has shown its banner. */
export default function SignInPage() {
  const t = useT();
  const session = useSession();
  const { search, hash, state } = useLocation();
  const [message] = useArrivalMessage();
  const [working, setWorking] = useState(false);
  const outcome = newEmailOutcome(search, hash);
  const tone = outcome === 'confirmed' ? 'success' : 'error';
  const name: TextKey | null = outcome && `newEmail.${outcome}`;
  const news: FormMessage | null = name && { tone, text: textNamed(name) };

  if (session.status === 'loading') return <Checking />;
  if (session.status === 'present' && !working) {
    if (name) return <Navigate to={pagePath('profile')} replace state={messageState(tone, name)} />;
    return <Navigate to={pathAfterSignIn(session.session.user.id, state)} replace />;
  }
  const arrival = message ?? news;
  return (
    <CardPage title={t('signIn.title')}>
      {hasReturnPath(state) && !arrival && !working && <Banner tone="quiet">{t('signIn.goOn')}</Banner>}
      <SignInForm arrival={arrival} onWorking={setWorking} />
    </CardPage>
  );
}
