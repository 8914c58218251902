import { commitWith, type EventHandlers, sessionsEnded } from '@tma/kit';
import { saveAdministrator } from './stores/administrators.store.ts';
import { freeReports } from './stores/assignments.store.ts';
import { lockReportsOf } from './stores/changes.store.ts';
import { eraseReasons } from './stores/closures.store.ts';
import { eraseTexts } from './stores/history.store.ts';
import { deleteKeysOf } from './stores/idempotency-keys.store.ts';
import { erasePerson, saveProfile } from './stores/people.store.ts';
import { eraseReporter } from './stores/reports.store.ts';
import { writeKeys } from './stores/search.store.ts';

/** So many reports are found by their words again at once after their reporter was erased, the others a little later. */
const wordsAtOnce = 500;

/** What each event does here. */
export const handlers = (): EventHandlers => ({
  SessionsEnded: sessionsEnded,
  async ProfileSaved(profile, tx, { time }) {
    await commitWith(tx, [saveProfile(tx, profile, time)]);
  },
  async AccountDeleted({ id }, tx) {
    // What they say at the same time comes before, and is erased, or after, and is refused.
    const [, reports] = await Promise.all([erasePerson(tx, id), lockReportsOf(tx, id)]);
    // The name goes from the words with it.
    await eraseReporter(tx, id);
    await writeKeys(tx, reports.slice(0, wordsAtOnce));
    await commitWith(tx, [deleteKeysOf(tx, id), eraseReasons(tx, reports), eraseTexts(tx, reports)]);
  },
  async AdministratorSaved(administrator, tx, { time }) {
    await Promise.all([
      saveAdministrator(tx, administrator, time),
      // What is more than one transaction takes is left to the sweep.
      freeReports(tx, administrator.id),
    ]);
  },
});
