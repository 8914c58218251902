import type { Session } from '@supabase/auth-js';
import { pagePath } from '@tma/contracts/pages';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { inWindow, useListener } from '@tma/web/hooks/use-listener';
import { Navigate, useLocation, useNavigate } from '@tma/web/router';
import { signOut, storedSession, useSession } from '@tma/web/session/resident-session';
import { onWaitingChange } from '@tma/web/waiting-reports/changes';
import { type ReactNode, useEffect, useState } from 'react';
import { messageState, type TextKey } from './arrival-message.ts';
import { Checking } from './checking.tsx';
import { clearReturnPath, storeReturnPath } from './return-path.ts';
import { clearServerState, ServerState } from './server-state.tsx';
import { clearUnsavedInput } from './unsaved-input.ts';
import { forget, useAskBeforeLeaving } from './waiting-reports/leaving.ts';
import { startSending } from './waiting-reports/sender.ts';

export interface Resident {
  user: Session['user'];
  /** Signs out and goes to the home page; asks first where a report waits to be sent. */
  logOut: () => void;
  /** Asks the same before another way of signing out. */
  askBeforeLeaving: (leave: () => void) => void;
  /**
   * Ends the session by `end`, then shows that text on /signin as a success. Throws what `end` throws; then nothing has
   * ended.
   */
  endSession: (message: TextKey, end?: () => Promise<void>) => Promise<void>;
}

interface RequireResidentProps {
  /** Keeps the page when the session ends meanwhile, but by Logout: something typed would be lost. */
  keepPage?: boolean;
  children: (resident: Resident) => ReactNode;
}

/** Guards a resident's page: visitors who are not signed in go to /signin, unconfirmed ones to /email-verification. */
export function RequireResident({ keepPage = false, children }: RequireResidentProps) {
  const current = useSession();
  const { pathname, search } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const [admitted, setAdmitted] = useState<Session['user'] | null>(null);

  const present = current.status === 'present' ? current.session.user : null;
  if (present?.email_confirmed_at && present !== admitted) setAdmitted(present);
  const forgotten = useForgotten(admitted);
  useEffect(() => {
    if (current.status === 'present' || leaving) clearReturnPath();
    else if (current.status === 'absent' && admitted) storeReturnPath(admitted.id, pathname + search);
  }, [current.status, leaving, admitted, pathname, search]);

  const presentId = present?.id;
  useEffect(() => (presentId === undefined ? undefined : startSending(presentId)), [presentId]);
  const { askBeforeLeaving, question } = useAskBeforeLeaving(presentId);
  const endingsOf = useEndings(askBeforeLeaving, setLeaving);

  if (current.status === 'loading') return <Checking />;
  const user = present ?? (keepPage && !leaving && !forgotten ? admitted : null);
  if (!user) return leaving ? <Checking /> : <Navigate to={pagePath('signIn')} replace />;
  if (!user.email_confirmed_at)
    return <Navigate to={pagePath('emailVerification')} replace state={{ email: user.email }} />;

  return (
    // Whoever else signs in, in whichever tab, begins anew: what is open here is not theirs.
    <ServerState key={user.id}>
      {children({ user, askBeforeLeaving, ...endingsOf(user) })}
      {question}
    </ServerState>
  );
}

/** Whether somebody has logged out, in whichever tab, since they came to this page. */
function useForgotten(user: Session['user'] | null): boolean {
  const [forgotten, setForgotten] = useState<Session['user'] | null>(null);
  useEffect(() => {
    if (!user) return;
    return onWaitingChange(({ kind, userId }) => {
      if (kind !== 'forgotten' || userId !== user.id) return;
      clearUnsavedInput();
      setForgotten(user);
    });
  }, [user]);
  // A page that Back restores (bfcache) missed the sign-out. If they did not log out themselves, what they wrote is restored after a sign-in.
  useListener(inWindow, 'pageshow', ({ persisted }: PageTransitionEvent) => {
    if (persisted && !storedSession()) setForgotten(user);
  });
  return user !== null && user === forgotten;
}

/** How a person leaves: by Logout, or as something else ends their session. */
function useEndings(askBeforeLeaving: Resident['askBeforeLeaving'], setLeaving: (leaving: boolean) => void) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  return ({ id }: Session['user']) => ({
    logOut: () =>
      askBeforeLeaving(() => {
        setLeaving(true);
        clearUnsavedInput();
        void signOut().then(clearServerState);
        // The home page may be closed at once: nothing of theirs is left in this browser by then.
        // Who has gone elsewhere meanwhile stays there.
        void forget(id).then(() => isMounted.current && navigate(pagePath('home')));
      }),
    endSession: async (message: TextKey, end = signOut) => {
      setLeaving(true);
      // Signed out first: /signin redirects a visitor who is signed in.
      await end().catch((error: unknown) => {
        setLeaving(false);
        throw error;
      });
      clearUnsavedInput();
      await forget(id);
      navigate(pagePath('signIn'), { replace: true, state: messageState('success', message) });
    },
  });
}
