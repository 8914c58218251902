import { answerRows, type Handler, readQuery } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findProfile } from '../person/profiles.store.ts';
import { selectRows } from './select-rows.ts';
import { usersdb } from './usersdb.ts';

/** The caller's own profile (PostgREST); a filter for anyone else's finds no row. */
export const readProfile =
  ({ pool }: Auth): Handler<'readProfile'> =>
  async ({ caller, query }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    const profile = await findProfile(pool, caller.id);
    return answerRows(request, reply, q, selectRows(profile ? [profile] : [], q));
  };
