import { commitWith, type EventHandlers, sessionsEnded } from '@tma/kit';
import { deleteKeysOf } from './stores/idempotency-keys.store.ts';
import { erasePerson, saveProfile } from './stores/people.store.ts';
import { eraseReporter } from './stores/reports.store.ts';

/** What each event does here. */
export const handlers = (): EventHandlers => ({
  SessionsEnded: sessionsEnded,
  async ProfileSaved(profile, tx, { time }) {
    await commitWith(tx, [saveProfile(tx, profile, time)]);
  },
  async AccountDeleted({ id }, tx) {
    await commitWith(tx, [erasePerson(tx, id), deleteKeysOf(tx, id), eraseReporter(tx, id)]);
  },
});
