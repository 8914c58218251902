/** The resident's session. What it asks of the server, `auth-client.ts` does. */
import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js';
import { ApiError } from '@tma/web/api/api-error';
import { clearPendingLanguage } from '@tma/web/language/choice';
import { saveLanguageToAccounts } from '@tma/web/language/language';
import { createListeners } from '@tma/web/listeners';
import { isReachable } from '@tma/web/offline/connection';
import { forgetSeen } from '@tma/web/offline/seen';
import { isDiscarded, isOfNoSession, isUnanswered, notLoaded } from '@tma/web/session/auth-errors';
import { deviceStorage } from '@tma/web/session/guarded-storage';
import { onOwnerChange } from '@tma/web/session/session-changes';
import { residentKey, residentStored } from '@tma/web/session/stored-tokens';
import { within } from '@tma/web/within';
import { useSyncExternalStore } from 'react';

type SessionState = { status: 'loading' } | { status: 'absent' } | { status: 'present'; session: Session };

let state: SessionState = { status: 'loading' };
const listeners = createListeners();

let loading: Promise<typeof import('./auth-client.ts')> | undefined;

/**
 * Loads auth-js, once. It is an eighth of what a page loads, and visitors do not need it. If loading fails, the next call tries
 * again.
 */
function load() {
  loading ??= import('./auth-client.ts').then(
    (loaded) => {
      follow(loaded.client);
      return loaded;
    },
    (error: Error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

// Somebody who types is about to send a form.
window.addEventListener('input', () => void load().catch(() => undefined), { once: true });

/** What auth-js answers when the server does not. @param code says that the server is there */
const unanswered = (code: typeof notLoaded | undefined) => ({
  data: { user: null, session: null },
  error: Object.assign(new Error('Failed to fetch'), { name: 'AuthRetryableFetchError', status: 0, code }),
});

async function ask<T>(work: (client: GoTrueClient) => Promise<T>): Promise<T> {
  const loaded = await load().catch((error: Error) => {
    console.warn('auth-js could not be loaded:', error.message);
    takeStored();
  });
  if (loaded) return work(loaded.client);
  // It may have gone with the build that this page is of.
  return unanswered((await isReachable()) ? notLoaded : undefined) as T;
}

/** The calls of auth-js, which is loaded for the first of them. */
export const auth = {
  getSession: () => ask((client) => client.getSession()),
  getUser: () => ask((client) => client.getUser()),
  refreshSession: () => ask((client) => client.refreshSession()),
  resend: (to) => ask((client) => client.resend(to)),
  resetPasswordForEmail: (email) => ask((client) => client.resetPasswordForEmail(email)),
  signInWithPassword: (credentials) => ask((client) => client.signInWithPassword(credentials)),
  signUp: (account) => ask((client) => client.signUp(account)),
  updateUser: (...changes) => ask((client) => client.updateUser(...changes)),
  verifyOtp: (token) => ask((client) => client.verifyOtp(token)),
} satisfies Partial<GoTrueClient>;

/** The session as it is stored; its token may have expired. Null when nobody is signed in. */
export function storedSession(): Session | null {
  const session = residentStored() as Partial<Session>;
  return session.access_token && session.user?.id ? (session as Session) : null;
}

function setSession(session: Session | null) {
  // What was kept for anybody else is deleted, in whichever way they left.
  void forgetSeen('authenticated', session?.access_token).catch(() => {});
  state = session ? { status: 'present', session } : { status: 'absent' };
  listeners.notify();
}

// Without a network, auth-js does not notice a sign-out in another tab, and a sign-in only once it is loaded.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== residentKey()) return;
  if (newValue === null) setSession(null);
  else void auth.getSession();
});

// A page that Back restores (bfcache) missed all changes meanwhile, and auth-js does not notice a sign-out.
window.addEventListener('pageshow', async ({ persisted }) => {
  if (!persisted || (state.status === 'absent' && !storedSession())) return;
  const { data, error } = await auth.getSession();
  // Where it cannot be renewed for now, it stays.
  if (!error) setSession(data.session);
});

function follow(client: GoTrueClient) {
  // Called for changes in other tabs as well. At first there may be none only because it could not be renewed: it is stored still.
  client.onAuthStateChange((event, session) => {
    // A change of the account that was under way when its owner left: auth-js has stored the session again.
    if (event === 'USER_UPDATED' && state.status === 'absent') {
      deviceStorage.remove(residentKey());
      return;
    }
    setSession(session ?? (event === 'INITIAL_SESSION' ? storedSession() : null));
    // A token that can be used: perhaps there was none when the language was chosen.
    if (session) void saveLanguageToAccounts();
  });
}

if (storedSession()) void auth.getSession();
else setSession(null);

/**
 * How long to wait for the first state, in milliseconds: where the portal cannot be reached, and at most. Auth-js tries a refresh
 * that reaches no server for half a minute.
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

/** Calls `listener` with whoever is signed in, after each change. @returns a function that unsubscribes */
export const onSession = (listener: (session: Session | null) => void): (() => void) =>
  listeners.subscribe(() => listener(state.status === 'present' ? state.session : null));

/** Whether somebody is signed in, kept current across tabs. */
export const useSession = (): SessionState => useSyncExternalStore(listeners.subscribe, () => state);

/**
 * How long the answer to a sign-out is waited for, in milliseconds. The session has been removed from this device before that.
 */
const signOutTimeout = 1500;

/** Ends this session: on this device at once, and at the server as soon as that answers, if it does. */
export const signOut = (): Promise<void> => leave(false);

/** @param isEnded whether the server has ended the session already */
async function leave(isEnded: boolean): Promise<void> {
  const session = storedSession();
  // Where storage is refused, auth-js has the session in a memory of its own.
  const isInMemory = session === null && state.status === 'present';
  clearPendingLanguage();
  // auth-js discards a renewal whose session is gone when it is done.
  deviceStorage.remove(residentKey());
  setSession(null);
  if (isInMemory) await within<unknown>(signOutTimeout, ask(leaveMemory), undefined);
  else if (session && !isEnded) await within(signOutTimeout, revoke(session), undefined);
}

const leaveMemory = (client: GoTrueClient) => client.signOut({ scope: 'local' });

/** Without auth-js the session stays at the server. */
const revoke = (session: Session): Promise<void> =>
  load()
    .then((loaded) => loaded.revoke(session))
    .catch(() => undefined);

/**
 * Asks for new tokens, whether the present ones are over or not. Where another tab has changed the session meanwhile, auth-js
 * discards what came here: the session is what that tab has stored.
 */
export async function renewTokens(): Promise<{ session: Session | null; error: AuthError | null }> {
  const { data, error } = await auth.refreshSession();
  if (isDiscarded(error)) return { session: storedSession(), error: null };
  return { session: data.session, error };
}

/**
 * Renews a session whose token the server has refused. By this device's clock the token may still be valid, if the clock was
 * changed after it was issued.
 * @returns whether the session goes on; it does where no answer came
 */
export async function renewSession(): Promise<boolean> {
  const { session, error } = await renewTokens();
  return session !== null || isUnanswered(error);
}

/**
 * Ends every session of the person, on all their devices. Throws the server's `AuthError`; then none has ended there. Not by
 * `auth.signOut`, which takes the refusal of a token for done.
 */
export async function signOutEverywhere(): Promise<void> {
  const { data, error } = await auth.getSession();
  const { session } = data;
  if (!session) throw error ?? new ApiError(401, 'no_session', '');
  const ended = await ask((client) => client.admin.signOut(session.access_token, 'global'));
  if (ended.error) {
    // With another token it may be done at the next try.
    if (isSessionEnded(ended.error) && !(await renewSession())) await signOut();
    throw ended.error;
  }
  await leave(true);
}

/** Calls `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export const onResidentChange = (changed: () => void): void =>
  onOwnerChange(listeners.subscribe, () => (state.status === 'present' ? state.session.user.id : null), changed);

/** The codes of GoTrue that say so. */
const endedCodes: readonly unknown[] = ['no_session', 'no_authorization', 'bad_jwt', 'session_not_found'];

/** Whether the server, or auth-js before asking it, says that nobody is signed in any more. */
export const isSessionEnded = (error: Error | AuthError): boolean =>
  isOfNoSession(error) ||
  (error instanceof ApiError && error.status === 401) ||
  ('code' in error && endedCodes.includes(error.code));
