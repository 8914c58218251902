import { type Handler, HttpError, readQuery, transaction, violates } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { newPerson } from '../person/profile.ts';
import { insertProfile } from '../person/profiles.store.ts';
import { publishProfile } from '../person/save-profile.ts';
import { lockUserBySession } from '../person/users.store.ts';
import { answerWrite, readFields, sessionEnded, usersdb } from './usersdb.ts';

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
        await publishProfile(tx, profile, await insertProfile(tx, profile));
      });
    } catch (error) {
      if (!violates(error, 'usersdb_pkey')) throw error;
      throw new HttpError(409, '23505', 'duplicate key value violates unique constraint "usersdb_pkey"');
    }
    return answerWrite(request, reply, q, [profile], 201);
  };
