import { Navigate } from '@tma/web/router';
import { useSession } from '@tma/web/session';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useState } from 'react';
import { Checking } from '../checking.tsx';
import { useT } from '../texts.ts';
import { SignInForm } from './form.tsx';

/** /signin. Who is signed in already goes on to the dashboard, but not before a sign-in that just worked has said so. */
export default function SignInPage() {
  const t = useT();
  const session = useSession();
  const [working, setWorking] = useState(false);
  if (session.status === 'loading') return <Checking />;
  if (session.status === 'present' && !working) return <Navigate to="/userDashboard" replace />;
  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        <SignInForm onWorking={setWorking} />
      </Card>
    </PageFrame>
  );
}
