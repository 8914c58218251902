import type { Session } from '@supabase/auth-js';
import { Navigate, useNavigate } from '@tma/web/router';
import { signOut, useSession } from '@tma/web/session';
import { type ReactNode, useState } from 'react';
import { Checking } from './checking.tsx';
import { forgetServerState, ServerState } from './server-state.tsx';

export interface Resident {
  user: Session['user'];
  /** Signs out and goes home. */
  leave: () => void;
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
  const [leaving, setLeaving] = useState(false);
  const [entered, setEntered] = useState<Session['user'] | null>(null);

  const present = current.status === 'present' ? current.session.user : null;
  if (present?.email_confirmed_at && present !== entered) setEntered(present);

  if (current.status === 'loading') return <Checking />;
  const user = present ?? (stay || leaving ? entered : null);
  if (!user) return <Navigate to="/signin" replace />;
  if (!user.email_confirmed_at) return <Navigate to="/email-verification" replace state={{ email: user.email }} />;

  const leave = () => {
    setLeaving(true);
    navigate('/');
    void signOut().then(forgetServerState);
  };
  return <ServerState>{children({ user, leave })}</ServerState>;
}
