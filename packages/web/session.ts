/** The resident's session: `@supabase/auth-js` against the portal's own `/auth/v1`, stored where supabase-js stores it. */
import { GoTrueClient, type Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

const storageKey = `sb-${location.hostname.split('.')[0]}-auth-token`;

/** The client. Links in mails never sign in, so it looks for no session in the address. */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey,
  flowType: 'implicit',
  detectSessionInUrl: false,
  autoRefreshToken: true,
  persistSession: true,
});

export type SessionState = { status: 'loading' } | { status: 'absent' } | { status: 'present'; session: Session };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

function become(session: Session | null) {
  state = session ? { status: 'present', session } : { status: 'absent' };
  for (const changed of listeners) changed();
}

// It hears of the other tabs as well.
auth.onAuthStateChange((_event, session) => become(session));

/** How long to wait for the first word, in milliseconds. A refresh that reaches no server is tried for half a minute. */
const patience = 8000;

setTimeout(() => {
  // Not for good: once the server answers, the session is there again.
  if (state.status === 'loading') become(null);
}, patience);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether somebody is signed in, kept current across tabs. */
export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** Ends this session. Where the server cannot be told, this browser at least forgets it. */
export async function signOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' });
  if (!error) return;
  localStorage.removeItem(storageKey);
  become(null);
}

/** Ends every session of the person, on all their devices. Throws the server's `AuthError`; then none has ended. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) throw error;
}

/** Runs `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export function onPersonChange(changed: () => void): void {
  const personNow = () => (state.status === 'present' ? state.session.user.id : null);
  let before = personNow();
  subscribe(() => {
    const person = personNow();
    if (before !== null && before !== person) changed();
    before = person;
  });
}
