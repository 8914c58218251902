/** What administrators are now, as answers say it. Each frontend of a page has its own copy of this module. */
import { type Role, roles } from '@tma/contracts/roles';
import { answered } from '@tma/web/api/call';
import { createListeners } from '@tma/web/listeners';
import { readAdminToken } from '@tma/web/session/admin-token';

const listeners = createListeners();
let given: { token: string; role: Role } | undefined;

/** Calls its listener when somebody turns out to have another role than was known. @returns a function that stops that */
export const onNewRole = listeners.subscribe;

/** The role that whoever has this token was given since; undefined: what the token says. */
export const roleNow = (token: string): Role | undefined => (given?.token === token ? given.role : undefined);

/** Takes in what an answer says of the role of who asked. @param said the header `roleHeader`; null where there is none */
export function noteRole(token: string | null | undefined, said: string | null): void {
  const role = roles.find((one) => one === said);
  if (!token || !role || role === (roleNow(token) ?? readAdminToken(token)?.role)) return;
  given = { token, role };
  listeners.notify();
}

answered.subscribe(({ token, role }) => noteRole(token, role));
