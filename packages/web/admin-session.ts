/** The administrator's session: `Token` and `AdminEmail` in the browser's storage (`token` is read as well). */

import { type AdminSession, firstSession } from '@tma/web/admin-token';
import { useEffect, useSyncExternalStore } from 'react';

export type { AdminSession };

const listeners = new Set<() => void>();
let known: AdminSession | null = null;

/** The session in the storage, or null when there is none, or one that is undecodable or expired. */
function adminSession(): AdminSession | null {
  const found = firstSession([localStorage.getItem('Token'), localStorage.getItem('token')], Date.now());
  // The same object for the same token: useSyncExternalStore compares by identity.
  if (known?.token !== found?.token) known = found;
  return known;
}

const tell = () => {
  for (const changed of listeners) changed();
};

function subscribe(changed: () => void) {
  listeners.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

/** Runs `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export function onAdminChange(changed: () => void): void {
  let before = adminSession();
  subscribe(() => {
    const session = adminSession();
    if (before && before !== session) changed();
    before = session;
  });
}

/** The longest a timer can wait, in milliseconds: a longer one would run at once. */
const longestTimer = 2 ** 31 - 1;
/** A timer may run a little before its time. */
const timerSlack = 100;

/** The session, kept current across tabs and gone when it expires. */
export function useAdminSession(): AdminSession | null {
  const session = useSyncExternalStore(subscribe, adminSession);
  const expires = session?.expires;
  useEffect(() => {
    if (expires === undefined) return;
    const timer = setTimeout(tell, Math.min(expires * 1000 - Date.now() + timerSlack, longestTimer));
    return () => clearTimeout(timer);
  }, [expires]);
  return session;
}

export function keepAdminSession(token: string, email: string): void {
  localStorage.setItem('Token', token);
  localStorage.setItem('AdminEmail', email);
  tell();
}

export function forgetAdminSession(): void {
  for (const name of ['Token', 'token', 'AdminEmail']) localStorage.removeItem(name);
  tell();
}
