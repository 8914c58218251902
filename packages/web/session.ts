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

auth.onAuthStateChange((_event, session) => {
  state = session ? { status: 'present', session } : { status: 'absent' };
  for (const changed of listeners) changed();
});

/** How long to wait for the first word, in milliseconds. A refresh that reaches no server is tried for half a minute. */
const patience = 8000;

setTimeout(() => {
  if (state.status !== 'loading') return;
  // Not for good: once the server answers, the session is there again.
  state = { status: 'absent' };
  for (const changed of listeners) changed();
}, patience);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether somebody is signed in, kept current across tabs. */
export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** The access token, refreshed when it is about to expire; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

/** Ends this session. Where the server cannot be told, this browser at least forgets it. */
export async function signOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' });
  if (!error) return;
  localStorage.removeItem(storageKey);
  state = { status: 'absent' };
  for (const changed of listeners) changed();
}
