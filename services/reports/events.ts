import { type EventHandlers, sessionsEnded } from '@tma/kit';
import { deleteKeysOf } from './stores/idempotency-keys.store.ts';
import { erasePerson, saveProfile } from './stores/people.store.ts';
import { eraseReporter } from './stores/reports.store.ts';

/** What each event does here. */
export const handlers = (): EventHandlers => ({
  SessionsEnded: sessionsEnded,
  ProfileSaved: (profile, tx, { time }) => saveProfile(tx, profile, time),
  async AccountDeleted({ id }, tx) {
    await erasePerson(tx, id);
    await deleteKeysOf(tx, id);
    await eraseReporter(tx, id);
  },
});
