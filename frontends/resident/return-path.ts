/** Where somebody was when their session ended, so that signing in again brings them back. Their own pages are kept per tab. */
import { pagePath, recordPath } from '@tma/contracts/pages';
import { tabStorage } from '@tma/web/session/guarded-storage';

const key = 'tma-return';
const guardedPages = ['userDashboard', 'newRequest', 'allRequests', 'profile'] as const;
const guardedPaths: readonly string[] = guardedPages.map((name) => pagePath(name));

/** The path, with its query, of a page that needs a sign-in; null for any other address. */
export function guardedPath(path: unknown): string | null {
  const base = 'http://portal.invalid';
  if (typeof path !== 'string') return null;
  try {
    const { origin, pathname, search } = new URL(path, base);
    return origin === base && guardedPaths.includes(pathname) ? pathname + search : null;
  } catch {
    return null;
  }
}

export const storeReturnPath = (userId: string, path: string) => tabStorage.set(key, JSON.stringify({ userId, path }));

export const clearReturnPath = () => tabStorage.remove(key);

/** The record that somebody came to /signin from, by the navigation state; null for any other state. */
function recordIn(state: unknown): string | null {
  const { record } = Object(state) as { record?: unknown };
  return typeof record === 'string' ? recordPath(record) : null;
}

/** Where that person goes after signing in: back to where they were, or to their dashboard. @param state of the navigation to /signin */
export function pathAfterSignIn(userId: string, state: unknown): string {
  const stored = parse(tabStorage.get(key));
  const guarded = stored?.userId === userId ? guardedPath(stored.path) : null;
  return recordIn(state) ?? guarded ?? pagePath('userDashboard');
}

/** Whether somebody came to /signin from a page that they go back to. @param state of the navigation */
export const hasReturnPath = (state: unknown) => recordIn(state) !== null || parse(tabStorage.get(key)) !== null;

function parse(text: string | null): { userId?: unknown; path?: unknown } | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'object' ? stored : null;
  } catch {
    return null;
  }
}
