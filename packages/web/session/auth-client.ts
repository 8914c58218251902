/** `@supabase/auth-js` against the portal's own `/auth/v1`. Loaded by `resident-session.ts` once somebody signs in, or is signed in. */
import { GoTrueClient, type Session } from '@supabase/auth-js';
import { residentKey } from '@tma/web/session/stored-tokens';

/** The page of a network or proxy in between is no answer: for auth-js it would be a refusal, which ends the session. */
const askPortal: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked);
  if (answer.headers.get('content-type')?.includes('html')) throw new TypeError('Failed to fetch');
  return answer;
};

/**
 * When a token is over is counted by the device's own clock, from when it came: by the hour that the answer names, a clock that is
 * ahead would take each token for one that is over, and have it renewed at each call.
 */
const byOwnClock: typeof fetch = async (...asked) => {
  const answer = await askPortal(...asked);
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

/** Stores the session where supabase-js stores it. */
export const client = new GoTrueClient({ ...settings, storageKey: residentKey(), autoRefreshToken: true });

/** Ends a session at the server that this browser no longer has: by a client of its own, which may have to renew it first. */
export async function revoke(session: Session): Promise<void> {
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
