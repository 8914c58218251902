import { isUnanswered } from '@tma/web/session/auth-errors';
import { renewTokens, signOut } from '@tma/web/session/resident-session';

/** A session whose new tokens are refused as well has ended, or this device's clock is wrong: it is not renewed for ever. */
const renewalsAMinute = 3;

/**
 * What to do where a token is refused before its time: its key may have been retired, and then the session goes on with
 * another one. Calls of one moment are one. A session that cannot be renewed ends; one where no answer came stays.
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
