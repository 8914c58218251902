import type { Session } from '@supabase/auth-js';
import { Navigate, useLocation, useNavigate } from '@tma/web/router';
import { signOut, useSession } from '@tma/web/session';
import { type ReactNode, useEffect, useState } from 'react';
import { Checking } from './checking.tsx';
import { forgetDrafts } from './new-request/draft.ts';
import { forgetTyped } from './profile/typed.ts';
import { forgetReturn, keepReturn } from './return-path.ts';
import { forgetServerState, ServerState } from './server-state.tsx';

export interface Resident {
  user: Session['user'];
  /** Signs out and goes home. */
  leave: () => void;
  /** Ends the session by `end` and says on /signin what happened. Throws what `end` throws; then nothing has ended. */
  farewell: (message: string, end?: () => Promise<void>) => Promise<void>;
}

interface EntryProps {
  /** Keep the page although the session has ended meanwhile: something typed would be lost. */
  stay?: boolean;
  children: (resident: Resident) => ReactNode;
}

/** Who may see a resident's page: signed out goes to /signin, unconfirmed to /email-verification. */
export function Entry({ stay = false, children }: EntryProps) {
  const current = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const [entered, setEntered] = useState<Session['user'] | null>(null);

  const present = current.status === 'present' ? current.session.user : null;
  if (present?.email_confirmed_at && present !== entered) setEntered(present);
  useEffect(() => {
    if (current.status === 'present' || leaving) forgetReturn();
    else if (current.status === 'absent' && entered) keepReturn(entered.id, pathname + search);
  }, [current.status, leaving, entered, pathname, search]);

  if (current.status === 'loading') return <Checking />;
  const user = present ?? (stay ? entered : null);
  if (!user) return leaving ? <Checking /> : <Navigate to="/signin" replace />;
  if (!user.email_confirmed_at) return <Navigate to="/email-verification" replace state={{ email: user.email }} />;

  const leave = () => {
    setLeaving(true);
    forgetTyped();
    navigate('/');
    void Promise.all([signOut(), forgetDrafts()]).then(forgetServerState);
  };
  const farewell = async (message: string, end = signOut) => {
    setLeaving(true);
    // First signed out: /signin sends on who is signed in.
    await end().catch((error: unknown) => {
      setLeaving(false);
      throw error;
    });
    forgetTyped();
    await forgetDrafts();
    navigate('/signin', { replace: true, state: { message } });
  };
  return <ServerState>{children({ user, leave, farewell })}</ServerState>;
}
