import type { EventHandlers } from '@tma/kit';
import { erasePerson, saveProfile } from './people.store.ts';
import { eraseReporter } from './store.ts';

/** What reports does when it handlers of something: it keeps contacts at hand, and takes erased people out of its reports. */
export const handlers = (): EventHandlers => ({
  ProfileSaved: (profile, tx, { time }) => saveProfile(tx, profile, time),
  async AccountDeleted({ id }, tx) {
    await erasePerson(tx, id);
    await eraseReporter(tx, id);
  },
});
