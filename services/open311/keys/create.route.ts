import { type Handler, noteAct, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Open311 } from '../access/context.ts';
import { insertKey } from '../access/keys.store.ts';
import { hashOf, newSecret } from '../access/secret.ts';

/** Gives another system a key of the head's tehsil: it is told here, and never again. Throws 429 after too many in a day. */
export const createKey =
  ({ pool, limits }: Pick<Open311, 'pool' | 'limits'>): Handler<'createKey'> =>
  async ({ body, caller }, _request, reply) => {
    await limits.keys.count(caller.id);
    const id = uuid();
    const key = newSecret();
    const { name } = body;
    await transaction(pool, async (tx) => {
      await insertKey(tx, { ...body, id, tehsil: caller.tehsil }, hashOf(key));
      await noteAct(tx, 'open311', caller, { kind: 'key-created', about: name });
    });
    return reply.code(201).header('cache-control', 'no-store').send({ id, name, key });
  };
