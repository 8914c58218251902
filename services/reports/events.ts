import { appendEvent, type EventChecks, type EventHandlers, roleChanged, sessionsEnded } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { unassignSome } from './change/unassign-reports.ts';
import { requireReply, takeReply } from './closures/reply.ts';
import { erase } from './erasure/erase-person.ts';
import { findStatus } from './record/record.store.ts';
import type { Reports } from './report/context.ts';
import { allHeads, saveAdministrator } from './report/people/administrators.store.ts';
import { saveProfile } from './report/people/people.store.ts';

export const handlers = ({ config }: Pick<Reports, 'config'>): EventHandlers => ({
  async StatusAsked({ userId, reference }, tx) {
    const found = (await findStatus(tx, reference, userId)) ?? { status: null, schedule: null };
    await appendEvent(tx, 'StatusTold', userId, { userId, reference, ...found });
  },
  async SmsLimitReached({ day, limit }, tx) {
    await appendEvent(tx, 'MessagesLimited', uuid(), { day, limit, to: await allHeads(tx) });
  },
  SessionsEnded: sessionsEnded,
  RoleChanged: roleChanged,
  ProfileSaved: (profile, tx) => saveProfile(tx, profile),
  AccountDeleted: ({ id }, tx) => erase(tx, id),
  async AdministratorSaved(administrator, tx) {
    await saveAdministrator(tx, administrator);
    // Reports beyond the limit of one transaction are left to the sweep.
    await unassignSome(tx, administrator.id);
  },
  ClosureReplied: (reply, tx) => takeReply(config, reply, tx),
});

/** The checks by which forged events are refused. */
export const checks = ({ config }: Pick<Reports, 'config'>): EventChecks => ({
  ClosureReplied: (reply) => requireReply(reply, config.CLOSURE_LINK_SECRET),
});
