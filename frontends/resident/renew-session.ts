import { isUnanswered } from '@tma/web/session/auth-errors';
import { renewTokens, signOut } from '@tma/web/session/resident-session';

/**
 * If the new tokens are refused as well, the session has ended, or this device's clock is wrong: then it is not renewed again and
 * again.
 */
const renewalsAMinute = 3;

/**
 * What to do when a token is refused before it expires: its key may have been retired, and the session goes on with another token.
 * Calls at the same time are one. A session that cannot be renewed ends; one without an answer stays.
 * @param renewed called when there is a new token
 */
export function createRenewal(renewed: () => void): () => Promise<void> {
  let times: number[] = [];
  let renewing: Promise<void> | undefined;

  async function renew() {
    const now = performance.now();
    times = times.filter((time) => now - time < 60_000);
    if (times.length >= renewalsAMinute) return signOut();
    times.push(now);
    const { error } = await renewTokens();
    if (!error) return renewed();
    if (!isUnanswered(error)) await signOut();
  }

  return () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}
