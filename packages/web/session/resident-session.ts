/** The resident's session: `@supabase/auth-js` against the portal's own `/auth/v1`, stored where supabase-js stores it. */
import { type AuthError, GoTrueClient, isAuthSessionMissingError, type Session } from '@supabase/auth-js';
import { passOnChoice } from '@tma/web/language/language';
import { createListeners, onOwnerChange } from '@tma/web/session/session-changes';
import { residentKey } from '@tma/web/session/stored-tokens';
import { useSyncExternalStore } from 'react';

/** The client. Links in mails never sign in, so it looks for no session in the address. */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: residentKey(),
  flowType: 'implicit',
  detectSessionInUrl: false,
  autoRefreshToken: true,
  persistSession: true,
});

type SessionState = { status: 'loading' } | { status: 'absent' } | { status: 'present'; session: Session };

let state: SessionState = { status: 'loading' };
const listeners = createListeners();

function setSession(session: Session | null) {
  state = session ? { status: 'present', session } : { status: 'absent' };
  listeners.notify();
}

// Called for changes in other tabs as well.
auth.onAuthStateChange((_event, session) => {
  setSession(session);
  // A token that can be used: perhaps there was none when the language was chosen.
  if (session) void passOnChoice();
});

/** How long to wait for the first state, in milliseconds. A refresh that reaches no server is tried for half a minute. */
const loadingTimeout = 8000;

setTimeout(() => {
  // Not for good: once the server answers, the session is there again.
  if (state.status === 'loading') setSession(null);
}, loadingTimeout);

/** Whether somebody is signed in, kept current across tabs. */
export const useSession = (): SessionState => useSyncExternalStore(listeners.subscribe, () => state);

/** Ends this session. Where the server cannot be reached, this browser at least forgets it. */
export async function signOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' });
  if (!error) return;
  localStorage.removeItem(residentKey());
  setSession(null);
}

/** Ends every session of the person, on all their devices. Throws the server's `AuthError`; then none has ended. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) throw error;
}

/** Calls `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export const onResidentChange = (changed: () => void): void =>
  onOwnerChange(listeners.subscribe, () => (state.status === 'present' ? state.session.user.id : null), changed);

/** The codes that say so: the server's, and that of `residentToken` where nobody is signed in. */
const endedCodes: readonly unknown[] = ['no_session', 'no_authorization', 'bad_jwt', 'session_not_found'];

/** Whether the server, or auth-js before asking it, says that nobody is signed in any more. */
export const isSessionEnded = (error: Error | AuthError): boolean =>
  isAuthSessionMissingError(error) || ('code' in error && endedCodes.includes(error.code));
