import { Navigate, useLocation } from '@tma/web/router';
import { useSession } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useState } from 'react';
import { Checking } from '../checking.tsx';
import { afterSignIn, wasSentHere } from '../return-path.ts';
import { useT } from '../texts.ts';
import { useArrivalMessage } from '../use-arrival-message.ts';
import { SignInForm } from './form.tsx';
import { newEmailNews } from './link-fault.ts';

/** /signin. Who is signed in already goes on, but not before a sign-in that just worked has said so. */
export default function SignInPage() {
  const t = useT();
  const session = useSession();
  const { search, hash } = useLocation();
  const [message] = useArrivalMessage();
  const [working, setWorking] = useState(false);
  const newEmail = newEmailNews(search, hash);

  if (session.status === 'loading') return <Checking />;
  if (session.status === 'present' && !working) {
    if (newEmail) return <Navigate to="/profile" replace state={{ message: t(`newEmail.${newEmail}`) }} />;
    return <Navigate to={afterSignIn(session.session.user.id)} replace />;
  }
  const arrival = message ?? (newEmail && t(`newEmail.${newEmail}`));
  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        {wasSentHere() && !arrival && !working && <Banner tone="quiet">{t('signIn.goOn')}</Banner>}
        <SignInForm arrival={arrival} onWorking={setWorking} />
      </Card>
    </PageFrame>
  );
}
