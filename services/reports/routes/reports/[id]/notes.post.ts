import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import { addNote as add } from '../../../add-note.ts';
import type { Reports } from '../../../context.ts';

/** Adds a note of an administrator to a report's history; a public one is for the reporter, too. */
export const addNote =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'addNote'> =>
  async ({ params: { id }, body, caller: by }, _request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.notes.count(by.id);
    const entry = await add(pool, { id, by, ...body });
    failpoint('change-committed');
    return reply.code(201).send(entry);
  };
