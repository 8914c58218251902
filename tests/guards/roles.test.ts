import type { OperationId, Role } from '@tma/contracts';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { joinStaff, newTehsil } from '../../testing/admins.ts';
import { askFrom } from '../../testing/ask-from.ts';
import { guarded, itStillAnswers } from '../../testing/guards/operations.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal);

/** What clerks and crew may not, of what administrators may. Heads may everything. */
const notForClerks: readonly OperationId[] = [
  ...(['downloadAdminReports', 'setDeadline', 'setHoliday', 'hideReport', 'removePicture'] as const),
  ...(['listStaff', 'changeStaff', 'inviteStaff', 'listInvitations', 'withdrawInvitation', 'removeFactor'] as const),
  ...(['readAudit', 'downloadAudit', 'listKeys', 'createKey', 'endKey'] as const),
];
const notForCrew: readonly OperationId[] = [
  ...notForClerks,
  ...(['listAdmins', 'readClosure', 'assignReport', 'requestContact', 'downloadDocument'] as const),
  ...(['reportAtCounter', 'reportContact', 'moveReport', 'markDuplicate', 'listNearby'] as const),
];
const refused: Record<Role, readonly OperationId[]> = { head: [], clerk: notForClerks, crew: notForCrew };

const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  const { tehsil, office } = await newTehsil(portal);
  tokens.head = office;
  for (const role of ['clerk', 'crew'] as const) tokens[role] = await joinStaff(portal, office, tehsil, role);
});

/** Those of administrators, without what ends the session. */
const theirs = guarded.filter(({ who, id }) => who.includes('admin') && id !== 'adminSignOut');

it('what is refused is an operation of administrators', () => {
  const ids = theirs.map(({ id }) => id);
  expect(notForCrew.filter((id) => !ids.includes(id))).toEqual([]);
});

describe.each(['head', 'clerk', 'crew'] as const)('%s', (role) => {
  it.each(theirs)('$method $path', async ({ id, method, url }) => {
    const json = method === 'GET' ? undefined : {};
    const { status, body } = await ask(url, { method, token: tokens[role], json });
    const isRefused = status === 403 && body?.code === 'not_your_role';
    expect([status, isRefused]).toEqual([status, refused[role].includes(id)]);
  });
});

it.each(['clerk', 'crew'] as const)('adding a tehsil is for heads: not for %s', async (role) => {
  const json = { newtehsil: `Tehsil of ${role}` };
  const { status, body } = await ask('/api/addTehsil', { method: 'POST', token: tokens[role], json });
  expect([status, body?.code]).toEqual([403, 'not_your_role']);
});

itStillAnswers(portal);
