/** Where somebody was when their session ended, so that signing in again brings them back. Kept per tab. */
import type { Page } from '@tma/contracts/pages';

const key = 'tma-return';
const returnable: readonly string[] = [
  '/userDashboard',
  '/newrequest',
  '/allrequests',
  '/profile',
] satisfies Page['path'][];

/** A path of the pages behind the sign-in, with its query, as the browser reads it; null for any other address. */
export function ownPath(path: unknown): string | null {
  const base = 'http://portal.invalid';
  if (typeof path !== 'string' || !URL.canParse(path, base)) return null;
  const { origin, pathname, search } = new URL(path, base);
  return origin === base && returnable.includes(pathname) ? pathname + search : null;
}

export const keepReturn = (userId: string, path: string) =>
  sessionStorage.setItem(key, JSON.stringify({ userId, path }));

export const forgetReturn = () => sessionStorage.removeItem(key);

/** Where that person is to go after signing in: back to where they were, or to their dashboard. */
export function afterSignIn(userId: string): string {
  const kept = readKept(sessionStorage.getItem(key));
  return (kept?.userId === userId && ownPath(kept.path)) || '/userDashboard';
}

/** Whether somebody was sent to /signin from a page of theirs. */
export const wasSentHere = () => readKept(sessionStorage.getItem(key)) !== null;

function readKept(text: string | null): { userId?: unknown; path?: unknown } | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return typeof kept === 'object' ? kept : null;
  } catch {
    return null;
  }
}
