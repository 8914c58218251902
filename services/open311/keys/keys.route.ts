/** The keys by which other systems submit reports of the head's tehsil. */
import { randomBytes } from 'node:crypto';
import { type Handler, noteAct, notFound, requireId, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Open311 } from '../access/context.ts';
import * as store from '../access/keys.store.ts';

export const listKeys =
  ({ pool }: Pick<Open311, 'pool'>): Handler<'listKeys'> =>
  ({ caller }) =>
    store.listKeys(pool, caller.tehsil);

/** Gives another system a key, which is shown only in this answer. Throws 429 after too many in a day. */
export const createKey =
  ({ pool, limits }: Pick<Open311, 'pool' | 'limits'>): Handler<'createKey'> =>
  async ({ body, caller }, _request, reply) => {
    await limits.keys.count(caller.id);
    const id = uuid();
    // All begin alike, so that a leaked one can be recognised.
    const key = `tma_${randomBytes(32).toString('base64url')}`;
    const { name } = body;
    await transaction(pool, async (tx) => {
      await store.insertKey(tx, { ...body, id, tehsil: caller.tehsil }, key);
      await noteAct(tx, 'open311', caller, { kind: 'key-created', about: name });
    });
    return reply.code(201).header('cache-control', 'no-store').send({ id, name, key });
  };

/** Ends a key, which is refused from now on. Throws 404 where the tehsil has none of this id. */
export const endKey =
  ({ pool }: Pick<Open311, 'pool'>): Handler<'endKey'> =>
  async ({ params: { id }, caller }, _request, reply) => {
    requireId(id);
    await transaction(pool, async (tx) => {
      const name = await store.deleteKey(tx, id, caller.tehsil);
      if (name === null) throw notFound();
      await noteAct(tx, 'open311', caller, { kind: 'key-ended', about: name });
    });
    return reply.code(204).send();
  };
