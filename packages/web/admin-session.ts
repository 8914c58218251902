/** The administrator's session: `Token` and `AdminEmail` in the browser's storage (`token` is read as well). */

import { readAdminToken } from '@tma/web/admin-token';
import { useSyncExternalStore } from 'react';

export interface AdminSession {
  token: string;
  tehsil: string;
}

const listeners = new Set<() => void>();
let known: { token: string; session: AdminSession | null } | undefined;

/** The session in the storage, or null when there is none, or one that is undecodable or expired. */
export function adminSession(): AdminSession | null {
  const token = localStorage.getItem('Token') ?? localStorage.getItem('token');
  if (token === null) return null;
  const claims = readAdminToken(token);
  if (claims === null || claims.expires * 1000 <= Date.now()) return null;
  // The same object for the same token: useSyncExternalStore compares by identity.
  if (known?.token !== token) known = { token, session: { token, tehsil: claims.tehsil } };
  return known.session;
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

/** The session, kept current across tabs. */
export const useAdminSession = () => useSyncExternalStore(subscribe, adminSession);

export function keepAdminSession(token: string, email: string): void {
  localStorage.setItem('Token', token);
  localStorage.setItem('AdminEmail', email);
  tell();
}

export function forgetAdminSession(): void {
  for (const name of ['Token', 'token', 'AdminEmail']) localStorage.removeItem(name);
  tell();
}
