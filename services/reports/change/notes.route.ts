import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { addNote as add } from './add-note.ts';

/** Adds a note of an administrator to a report's history; a public one is for the reporter, too. */
export const addNote =
  ({ pool, administrators, limits }: Pick<Reports, 'pool' | 'administrators' | 'limits'>): Handler<'addNote'> =>
  async ({ params: { id }, body, caller: by }, request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.notes.count(by.id);
    await administrators.learnCaller(by, request.id);
    const entry = await add(pool, { id, by, ...body });
    failpoint('change-committed');
    return reply.code(201).send(entry);
  };
