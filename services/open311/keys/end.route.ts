import { id as uuid } from '@tma/contracts';
import { type Handler, noteAct, notFound, transaction } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { deleteKey } from '../access/keys.store.ts';

/** Ends a key of the head's tehsil: from now on nothing comes by it. Throws 404 where the tehsil has none of this id. */
export const endKey =
  ({ pool }: Pick<Open311, 'pool'>): Handler<'endKey'> =>
  async ({ params: { id }, caller }, _request, reply) => {
    if (!uuid.safeParse(id).success) throw notFound();
    await transaction(pool, async (tx) => {
      const name = await deleteKey(tx, id, caller.tehsil);
      if (name === null) throw notFound();
      await noteAct(tx, 'open311', caller, { kind: 'key-ended', about: name });
    });
    return reply.code(204).send();
  };
