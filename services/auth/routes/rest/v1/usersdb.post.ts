import { type Handler, HttpError, readQuery, transaction, violates } from '@tma/kit';
import { newPerson } from '../../../accounts/profile.ts';
import { tellProfile } from '../../../accounts/tell-profile.ts';
import type { Auth } from '../../../context.ts';
import { insertProfile } from '../../../stores/profiles.store.ts';
import { lockUserBySession } from '../../../stores/users.store.ts';
import { answerWrite, readFields, sessionEnded, usersdb } from '../../../tables/usersdb.ts';

/**
 * Creates the caller's profile where there is none; fields that are not given are empty (PostgREST).
 * Throws 409 `23505` when there is one, 401 `PGRST301` when the session has ended, 429 after too many writes in a
 * day, and what `readFields` throws.
 */
export const createProfile =
  (auth: Auth): Handler<'createProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    await auth.limits.profiles.count(caller.id);
    const fields = await readFields(auth, caller.id, body, q);
    const profile = { id: caller.id, ...newPerson, ...fields };
    try {
      await transaction(auth.pool, async (tx) => {
        if (!(await lockUserBySession(tx, caller.sessionId))) throw sessionEnded();
        const version = await insertProfile(tx, caller.id, profile);
        await tellProfile(tx, caller.id, profile, version);
      });
    } catch (error) {
      if (!violates(error, 'usersdb_pkey')) throw error;
      throw new HttpError(409, '23505', 'duplicate key value violates unique constraint "usersdb_pkey"');
    }
    return answerWrite(request, reply, q, [profile], 201);
  };
