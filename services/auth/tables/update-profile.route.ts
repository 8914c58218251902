import { type Handler, readQuery, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { lockProfile } from '../person/profiles.store.ts';
import { saveIfChanged } from '../person/save-profile.ts';
import { lockUserBySession } from '../person/users.store.ts';
import { selectRows } from './select-rows.ts';
import { answerWrite, readFields, sessionEnded, usersdb } from './usersdb.ts';

/**
 * Changes the given fields of the caller's profile (PostgREST); a filter for anyone else's changes no row.
 * Throws 401 `PGRST301` when the session has ended, 429 after too many writes in a day, and what `readFields` throws.
 */
export const updateProfile =
  (auth: Auth): Handler<'updateProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    await auth.limits.profiles.count(caller.id);
    const fields = await readFields(auth, caller.id, body, q);
    const written = await transaction(auth.pool, async (tx) => {
      if (!(await lockUserBySession(tx, caller.sessionId))) throw sessionEnded();
      const before = await lockProfile(tx, caller.id);
      if (!before || selectRows([before], { ...q, offset: 0 }).rows === 0) return [];
      const profile = { ...before, ...fields };
      await saveIfChanged(tx, before, profile);
      return [profile];
    });
    return answerWrite(request, reply, q, written, 200);
  };
