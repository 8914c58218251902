import { type Handler, readQuery, transaction } from '@tma/kit';
import { saveIfChanged } from '../../../accounts/tell-profile.ts';
import type { Auth } from '../../../context.ts';
import { lockProfile } from '../../../stores/profiles.store.ts';
import { lockUserBySession } from '../../../stores/users.store.ts';
import { selectRows } from '../../../tables/select-rows.ts';
import { answerWrite, readFields, sessionEnded, usersdb } from '../../../tables/usersdb.ts';

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
