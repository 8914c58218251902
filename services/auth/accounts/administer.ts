/** What `npm run admins` does. Each change leaves a line for the security log, in its transaction. */
import { type Parts, type Tx, transaction } from '@tma/kit';
import type { SecurityEvent } from '../security-log.ts';
import * as store from '../stores/admins.store.ts';
import { insertSecurityNote } from '../stores/security-notes.store.ts';
import { findTehsil, findTehsils } from '../stores/tehsils.store.ts';
import { normalizeEmail } from './email-address.ts';
import { tellAdministrator } from './tell-administrators.ts';

export const usage = 'Use: npm run admins -- list | disable <email> | enable <email> | move <email> <tehsil>';

/** A command that cannot be carried out; the message says why, and nothing has changed. */
export class CannotAdminister extends Error {}

type Known = NonNullable<Awaited<ReturnType<typeof store.lockAdmin>>>;
type Administering = Pick<Parts, 'pool' | 'ended'>;

/** Carries out a command. @returns what to print. Throws `CannotAdminister`. */
export async function administer(parts: Administering, [action, email, tehsil]: readonly string[]): Promise<string> {
  if (action === 'list' && !email) return list(parts);
  if (action === 'disable' && email && !tehsil) return disable(parts, email);
  if (action === 'enable' && email && !tehsil) return enable(parts, email);
  if (action === 'move' && email && tehsil) return move(parts, email, tehsil);
  throw new CannotAdminister(usage);
}

async function list({ pool }: Administering): Promise<string> {
  const rows = (await store.listAdmins(pool)).map(({ email, name, tehsil, since, disabledAt, sessions }) => [
    email,
    name,
    tehsil,
    `since ${day(since)}`,
    disabledAt ? `disabled on ${day(disabledAt)}` : plural(sessions, 'session'),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return [...lines, plural(rows.length, 'administrator')].join('\n');
}

/** Sessions end also of one who was disabled before: an older version of the service may have let them in since. */
const disable = (parts: Administering, email: string) =>
  change(parts, email, async (tx, admin) => {
    await store.setAdminDisabled(tx, admin.id, true);
    await tellAdministrator(tx, { ...admin, disabled: true });
    await note(tx, 'admin disabled', admin);
    const ended = await endSessions(parts, tx, admin);
    return `${admin.email} ${admin.disabled ? 'was disabled already' : 'is disabled'}. ${ended}`;
  });

const enable = (parts: Administering, email: string) =>
  change(parts, email, async (tx, admin) => {
    await store.setAdminDisabled(tx, admin.id, false);
    await tellAdministrator(tx, { ...admin, disabled: false });
    await note(tx, 'admin enabled', admin);
    return `${admin.email} ${admin.disabled ? 'may sign in again' : 'was not disabled'}.`;
  });

/** The tehsil is in the token, so sessions end: whoever moves signs in again. */
const move = (parts: Administering, email: string, name: string) =>
  change(parts, email, async (tx, admin) => {
    const tehsil = await findTehsil(tx, name);
    if (tehsil === null) {
      const names = (await findTehsils(tx)).map((row) => row.tehsil);
      throw new CannotAdminister(`There is no tehsil ${name}. There are: ${names.join(', ')}.`);
    }
    if (tehsil === admin.tehsil) return `${admin.email} is in ${tehsil} already.`;
    await store.setAdminTehsil(tx, admin.id, tehsil);
    await tellAdministrator(tx, { ...admin, tehsil });
    await note(tx, 'admin moved', admin);
    return `${admin.email} is moved from ${admin.tehsil} to ${tehsil}. ${await endSessions(parts, tx, admin)}`;
  });

const change = ({ pool }: Administering, email: string, work: (tx: Tx, admin: Known) => Promise<string>) =>
  transaction(pool, async (tx) => {
    const address = normalizeEmail(email);
    const admin = address === null ? null : await store.lockAdmin(tx, address);
    if (!admin) throw new CannotAdminister(`There is no administrator with the address ${email}.`);
    return work(tx, admin);
  });

async function endSessions({ ended }: Administering, tx: Tx, { id }: Known): Promise<string> {
  const sessions = await store.deleteAdminSessions(tx, id);
  await ended.end(tx, id, sessions);
  return `${plural(sessions.length, 'session')} ended.`;
}

const note = (tx: Tx, security: SecurityEvent, { id }: Known) =>
  insertSecurityNote(tx, { security, ids: { admin: id } });
const day = (at: Date) => at.toISOString().slice(0, 10);
const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
