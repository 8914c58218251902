/** What `npm run admins` does. Each change leaves a line for the security log, in its transaction. */
import { roles } from '@tma/contracts';
import { CommandFailed, type Parts, type Tx, transaction } from '@tma/kit';
import type { SecurityEvent } from '../credentials/security-log/security-log.ts';
import { insertSecurityNote } from '../credentials/security-log/security-notes.store.ts';
import { normalizeEmail } from '../person/email-address.ts';
import { findTehsil, findTehsils } from '../person/tehsils.store.ts';
import { deleteAdminSessions } from './admin-sessions.store.ts';
import * as store from './admins.store.ts';
import { removeFactorOf } from './factor/remove-factor.ts';
import { noteAbout } from './note-about.ts';
import { changeRole, publishAdministrator } from './publish-administrator.ts';

const usage =
  'Use: npm run admins -- list | disable <email> | enable <email> | move <email> <tehsil> | role <email> <role> | remove-factor <email>';

type ManagingParts = Pick<Parts, 'pool' | 'ended'>;

/** Carries out a command. @returns what to print. Throws `CommandFailed`. */
export async function manageAdmins(
  parts: ManagingParts,
  [action, email, value, ...more]: readonly string[],
): Promise<string> {
  // A name of several words without quotes, of which the first alone would count.
  if (more.length > 0) throw new CommandFailed(usage);
  if (action === 'list' && !email) return list(parts);
  if (action === 'disable' && email && !value) return disable(parts, email);
  if (action === 'enable' && email && !value) return enable(parts, email);
  if (action === 'move' && email && value) return move(parts, email, value);
  if (action === 'role' && email && value) return giveRole(parts, email, value);
  if (action === 'remove-factor' && email && !value) return removeFactor(parts, email);
  throw new CommandFailed(usage);
}

async function list({ pool }: ManagingParts): Promise<string> {
  const rows = (await store.listAdmins(pool)).map(({ email, name, tehsil, role, since, disabledAt, sessions }) => [
    email,
    name,
    tehsil,
    role,
    `since ${day(since)}`,
    disabledAt ? `disabled on ${day(disabledAt)}` : plural(sessions, 'session'),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return [...lines, plural(rows.length, 'administrator')].join('\n');
}

const disable = (parts: ManagingParts, email: string) =>
  change(parts, email, async (tx, admin) => {
    await save(tx, await store.setAdminDisabled(tx, admin.id, true), 'admin disabled');
    if (!admin.disabled) await noteAbout(tx, admin, 'disabled', { by: null });
    const ended = await endSessions(parts, tx, admin);
    return `${admin.email} ${admin.disabled ? 'was disabled already' : 'is disabled'}. ${ended}`;
  });

const enable = (parts: ManagingParts, email: string) =>
  change(parts, email, async (tx, admin) => {
    await save(tx, await store.setAdminDisabled(tx, admin.id, false), 'admin enabled');
    if (admin.disabled) await noteAbout(tx, admin, 'enabled', { by: null });
    return `${admin.email} ${admin.disabled ? 'may sign in again' : 'was not disabled'}.`;
  });

/** The tehsil is in the token, so sessions end: whoever moves signs in again. */
const move = (parts: ManagingParts, email: string, name: string) =>
  change(parts, email, async (tx, admin) => {
    const tehsil = await findTehsil(tx, name);
    if (tehsil === null) {
      const names = (await findTehsils(tx)).map((row) => row.tehsil);
      throw new CommandFailed(`There is no tehsil ${name}. There are: ${names.join(', ')}.`);
    }
    if (tehsil === admin.tehsil) return `${admin.email} is in ${tehsil} already.`;
    await save(tx, await store.setAdminTehsil(tx, admin.id, tehsil), 'admin moved');
    return `${admin.email} is moved from ${admin.tehsil} to ${tehsil}. ${await endSessions(parts, tx, admin)}`;
  });

/** For the only head of an office who has lost telephone and recovery codes. */
const removeFactor = (parts: ManagingParts, email: string) =>
  change(parts, email, async (tx, admin) => {
    if (!(await removeFactorOf(tx, admin, null))) return `${admin.email} has no second factor.`;
    await insertSecurityNote(tx, { security: 'second factor removed', ids: { admin: admin.id } });
    return `The second factor of ${admin.email} is removed. They are told by mail.`;
  });

/** What operators need when the only head of an office has left. It counts from the next call on, in sessions that go on, too. */
const giveRole = (parts: ManagingParts, email: string, word: string) =>
  change(parts, email, async (tx, admin) => {
    const role = roles.find((one) => one === word);
    if (!role) throw new CommandFailed(`There is no role ${word}. There are: ${roles.join(', ')}.`);
    if (role === admin.role) return `${admin.email} is ${role} already.`;
    await changeRole(parts, tx, admin, role);
    await noteAbout(tx, admin, 'role-changed', { by: null, detail: role });
    await insertSecurityNote(tx, { security: 'admin role changed', ids: { admin: admin.id } });
    return `${admin.email} is ${role} of ${admin.tehsil} now.`;
  });

const change = ({ pool }: ManagingParts, email: string, work: (tx: Tx, admin: store.Admin) => Promise<string>) =>
  transaction(pool, async (tx) => {
    const address = normalizeEmail(email);
    const admin = address === null ? null : await store.lockAdmin(tx, address);
    if (!admin) throw new CommandFailed(`There is no administrator with the address ${email}.`);
    return work(tx, admin);
  });

async function save(tx: Tx, admin: store.Admin, security: SecurityEvent): Promise<void> {
  await publishAdministrator(tx, admin);
  await insertSecurityNote(tx, { security, ids: { admin: admin.id } });
}

async function endSessions({ ended }: ManagingParts, tx: Tx, { id }: store.Admin): Promise<string> {
  const sessions = await deleteAdminSessions(tx, id);
  await ended.end(tx, id, sessions);
  return `${plural(sessions.length, 'session')} ended.`;
}

const day = (at: Date) => at.toISOString().slice(0, 10);
const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
