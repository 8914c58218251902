import { type EventHandlers, roleChanged, sessionsEnded } from '@tma/kit';
import { freeReports } from './change/assignments.store.ts';
import { erase } from './erasure/erase-person.ts';
import { saveAdministrator } from './report/people/administrators.store.ts';
import { saveProfile } from './report/people/people.store.ts';

/** What each event does here. */
export const handlers = (): EventHandlers => ({
  SessionsEnded: sessionsEnded,
  RoleChanged: roleChanged,
  ProfileSaved: (profile, tx) => saveProfile(tx, profile),
  AccountDeleted: ({ id }, tx) => erase(tx, id),
  async AdministratorSaved(administrator, tx) {
    await saveAdministrator(tx, administrator);
    // What is more than one transaction takes is left to the sweep.
    await freeReports(tx, administrator.id);
  },
});
