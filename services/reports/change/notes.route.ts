import { appendEvent, failpoint, type Handler, requireId, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { insertEntry } from '../report/history.store.ts';
import { lockFor } from '../report/locks.store.ts';
import { sideOf } from '../report/policy.ts';
import { recipientsOf } from '../report/recipients.ts';
import { tellSupporters } from '../report/supporters/supporters.ts';

/**
 * Adds a note of an administrator: its entry in the history and, for a public one, the event that tells the reporter, in one
 * transaction. The report is locked: if its reporter is erased at the same time, the erasure comes first, and the event names
 * nobody, or afterwards, and removes the text. Throws 404 for a report that is not theirs, 403 for a public note of crew.
 */
export const addNote =
  ({ pool, administrators, limits }: Pick<Reports, 'pool' | 'administrators' | 'limits'>): Handler<'addNote'> =>
  async ({ params: { id }, body: note, caller: by }, _request, reply) => {
    requireId(id);
    await limits.notes.count(by.id);
    await administrators.learnCaller(by);
    const entry = await transaction(pool, async (tx) => {
      const report = await lockFor(tx, by, note.public ? 'message' : 'note', id);
      const { reference, issue, tehsil } = report;
      if (note.public) {
        const about = { id, reference, issue, tehsil, ...recipientsOf(report) };
        await appendEvent(tx, 'NoteAdded', id, { ...about, text: note.text });
        await tellSupporters(tx, report, { change: null, text: note.text });
      }
      return insertEntry(tx, report, { kind: 'noted', by: by.id, ...note });
    });
    failpoint('change-committed');
    return reply.code(201).send(sideOf(by) === 'crew' ? { ...entry, name: null } : entry);
  };
