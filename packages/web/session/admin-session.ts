/** The administrator's session: `Token` and `AdminEmail` in the browser's storage (`token` is read as well). */
import { createListeners } from '@tma/web/listeners';
import { forgetSeen } from '@tma/web/offline/seen';
import type { AdminSession } from '@tma/web/session/admin-token';
import { deviceStorage } from '@tma/web/session/guarded-storage';
import { onNewRole, roleNow } from '@tma/web/session/role-now';
import { onOwnerChange } from '@tma/web/session/session-changes';
import { adminNow, adminSessionStored } from '@tma/web/session/stored-tokens';
import { claimsOf } from '@tma/web/session/token-claims';
import { useEffect, useSyncExternalStore } from 'react';

const listeners = createListeners();
onNewRole(listeners.notify);
// Sent when another tab changes the storage; a page that comes back by Back (bfcache) has heard of no change meanwhile.
for (const event of ['storage', 'pageshow']) window.addEventListener(event, () => listeners.notify());
let current: AdminSession | null | undefined;

function withRoleNow(stored: AdminSession | null): AdminSession | null {
  const role = stored && roleNow(stored.token);
  return stored && role ? { ...stored, role, hasNewRole: role !== stored.role } : stored;
}

/** The session in the storage, or null when there is none, or one that is undecodable or expired. */
function readSession(): AdminSession | null {
  const found = withRoleNow(adminSessionStored());
  // The same object for the same token and role: useSyncExternalStore compares by identity.
  if (current === undefined || current?.token !== found?.token || current?.role !== found?.role) {
    current = found;
    // What was kept of anybody else is deleted, whichever way they left.
    void forgetSeen('admin', found?.token).catch(() => {});
  }
  return current;
}

/** Calls `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in. */
export const onAdminChange = (changed: () => void): void =>
  onOwnerChange(listeners.subscribe, () => readSession()?.token ?? null, changed);

/** The longest a timer can wait, in milliseconds: a longer one would run at once. */
const longestTimer = 2 ** 31 - 1;
/** A timer may run a little before its time, in milliseconds. */
const timerSlack = 100;

/** The session, kept current across tabs; null when nobody is signed in, and once it has expired. */
export function useAdminSession(): AdminSession | null {
  const session = useSyncExternalStore(listeners.subscribe, readSession);
  const expires = session?.expires;
  useEffect(() => {
    if (expires === undefined) return;
    const delay = Math.min(expires * 1000 - adminNow() + timerSlack, longestTimer);
    const timer = setTimeout(listeners.notify, delay);
    return () => clearTimeout(timer);
  }, [expires]);
  return session;
}

/** Throws where storage is refused: nobody could go on without it. */
export function storeAdminSession(token: string, email: string): void {
  localStorage.setItem('Token', token);
  localStorage.setItem('AdminEmail', email);
  const { iat } = claimsOf(token) ?? {};
  if (typeof iat === 'number') localStorage.setItem('AdminClock', String(Date.now() - iat * 1000));
  listeners.notify();
}

export function removeAdminSession(): void {
  for (const name of ['Token', 'token', 'AdminEmail', 'AdminClock']) deviceStorage.remove(name);
  listeners.notify();
}
