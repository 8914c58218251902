/** The resident's session: `@supabase/auth-js` against the portal's own `/auth/v1`, stored where supabase-js stores it. */
import {
  type AuthError,
  AuthSessionMissingError,
  GoTrueClient,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type Session,
} from '@supabase/auth-js';
import { ApiError } from '@tma/web/api/api-error';
import { clearPendingLanguage } from '@tma/web/language/choice';
import { saveLanguageToAccounts } from '@tma/web/language/language';
import { isReachable } from '@tma/web/offline/connection';
import { forgetSeen } from '@tma/web/offline/seen';
import { within } from '@tma/web/queue/within';
import { deviceStorage } from '@tma/web/session/guarded-storage';
import { createListeners, onOwnerChange } from '@tma/web/session/session-changes';
import { residentKey, residentStored } from '@tma/web/session/stored-tokens';
import { useSyncExternalStore } from 'react';

/**
 * When a token is over is counted by the device's own clock, from when it came: by the hour that the answer names, a clock that is
 * ahead would take each token for one that is over, and have it renewed at each call.
 */
const byOwnClock: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked);
  if (!answer.ok || new URL(answer.url).pathname !== '/auth/v1/token') return answer;
  const session: object = await answer.json();
  return new Response(JSON.stringify({ ...session, expires_at: undefined }), answer);
};

/** Links in mails never sign in, so a client looks for no session in the address. */
const settings = {
  url: `${location.origin}/auth/v1`,
  flowType: 'implicit',
  detectSessionInUrl: false,
  persistSession: true,
  fetch: byOwnClock,
} as const;

export const auth = new GoTrueClient({ ...settings, storageKey: residentKey(), autoRefreshToken: true });

type SessionState = { status: 'loading' } | { status: 'absent' } | { status: 'present'; session: Session };

let state: SessionState = { status: 'loading' };
const listeners = createListeners();

/** The session as it is stored; its token may have expired. Null when nobody is signed in. */
export function storedSession(): Session | null {
  const session = residentStored() as Partial<Session>;
  return session.access_token && session.user?.id ? (session as Session) : null;
}

function setSession(session: Session | null) {
  // What was kept of anybody else is deleted, whichever way they left.
  void forgetSeen('authenticated', session?.access_token).catch(() => {});
  state = session ? { status: 'present', session } : { status: 'absent' };
  listeners.notify();
}

// Without a network, auth-js does not notice a sign-out in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === residentKey() && newValue === null) setSession(null);
});

// A page that comes back by Back (bfcache) has heard of no change meanwhile, and auth-js notices no sign-out.
window.addEventListener('pageshow', async ({ persisted }) => {
  if (!persisted) return;
  const { data, error } = await auth.getSession();
  // Where it cannot be renewed for now, it stays.
  if (!error) setSession(data.session);
});

// Called for changes in other tabs as well. At first there may be none only because it could not be renewed: it is stored still.
auth.onAuthStateChange((event, session) => {
  // A change of the account that was under way when its owner left: auth-js has stored the session again.
  if (event === 'USER_UPDATED' && state.status === 'absent') {
    deviceStorage.remove(residentKey());
    return;
  }
  setSession(session ?? (event === 'INITIAL_SESSION' ? storedSession() : null));
  // A token that can be used: perhaps there was none when the language was chosen.
  if (session) void saveLanguageToAccounts();
});

/**
 * How long to wait for the first state where the portal cannot be reached, and at all, in milliseconds. A refresh that reaches
 * no server is tried for half a minute.
 */
const loadingTimeouts = { offline: navigator.onLine ? 1500 : 0, most: 8000 };

/** Not for good: once the server answers, the session is renewed, or has ended. */
const takeStored = () => {
  if (state.status === 'loading') setSession(storedSession());
};

setTimeout(takeStored, loadingTimeouts.most);
setTimeout(async () => {
  if (state.status === 'loading' && !(await isReachable())) takeStored();
}, loadingTimeouts.offline);

/** Whether somebody is signed in, kept current across tabs. */
export const useSession = (): SessionState => useSyncExternalStore(listeners.subscribe, () => state);

/** How long the answer to a sign-out is waited for, in milliseconds. The session is off this device before. */
const signOutTimeout = 1500;

/** Ends this session: on this device at once, and at the server as soon as that answers, if it does. */
export async function signOut(): Promise<void> {
  const session = storedSession();
  // Where storage is refused, auth-js has the session in a memory of its own.
  const isInMemory = session === null && state.status === 'present';
  clearPendingLanguage();
  // auth-js discards a renewal whose session is gone when it is done.
  deviceStorage.remove(residentKey());
  setSession(null);
  if (session) await within(signOutTimeout, revoke(session), undefined);
  else if (isInMemory) await within<unknown>(signOutTimeout, auth.signOut({ scope: 'local' }), undefined);
}

/** Ends a session at the server that this browser no longer has: by a client of its own, which may have to renew it first. */
async function revoke(session: Session): Promise<void> {
  let kept: string | null = JSON.stringify(session);
  const storage = {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
    removeItem: () => {
      kept = null;
    },
  };
  await new GoTrueClient({ ...settings, storageKey: `leaving-${performance.now()}`, storage, autoRefreshToken: false })
    .signOut({ scope: 'local' })
    .catch(() => undefined);
}

/**
 * Asks for new tokens, whether the present ones are over or not. Where another tab has changed the session meanwhile, auth-js
 * discards what came here: the session is what that tab has stored.
 */
export async function renewTokens(): Promise<{ session: Session | null; error: AuthError | null }> {
  const { data, error } = await auth.refreshSession();
  if (isAuthRefreshDiscardedError(error)) return { session: storedSession(), error: null };
  return { session: data.session, error };
}

/**
 * Renews a session whose token the server has refused: by this device's clock it may not be over, if that was set since it came.
 * @returns whether the session goes on; where no answer came, it does
 */
export async function renewSession(): Promise<boolean> {
  const { session, error } = await renewTokens();
  return session !== null || isAuthRetryableFetchError(error);
}

/**
 * Ends every session of the person, on all their devices. Throws the server's `AuthError`; then none has ended there. Not by
 * `auth.signOut`, which takes the refusal of a token for done.
 */
export async function signOutEverywhere(): Promise<void> {
  const { data, error } = await auth.getSession();
  if (!data.session) throw error ?? new AuthSessionMissingError();
  const ended = await auth.admin.signOut(data.session.access_token, 'global');
  if (ended.error) {
    // With another token it may be done at the next try.
    if (isSessionEnded(ended.error) && !(await renewSession())) await signOut();
    throw ended.error;
  }
  await signOut();
}

/** Calls `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export const onResidentChange = (changed: () => void): void =>
  onOwnerChange(listeners.subscribe, () => (state.status === 'present' ? state.session.user.id : null), changed);

/** The codes of GoTrue that say so. */
const endedCodes: readonly unknown[] = ['no_session', 'no_authorization', 'bad_jwt', 'session_not_found'];

/** Whether the server, or auth-js before asking it, says that nobody is signed in any more. */
export const isSessionEnded = (error: Error | AuthError): boolean =>
  isAuthSessionMissingError(error) ||
  (error instanceof ApiError && error.status === 401) ||
  ('code' in error && endedCodes.includes(error.code));
