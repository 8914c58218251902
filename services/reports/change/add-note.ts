import { appendEvent, type Pool, transaction } from '@tma/kit';
import { lockFor } from '../report/lock-report.ts';
import { phoneIn, reporterOf } from '../report/locks.store.ts';
import { type Administrator, sideOf } from '../report/policy.ts';
import { tellOfMessage } from '../report/supporters/tell-supporters.ts';
import { insertNote } from './notes.store.ts';

interface NewNote {
  /** The report's id. */
  id: string;
  by: Administrator;
  text: string;
  /** Whether the reporter reads it, and is mailed. */
  public: boolean;
}

/**
 * Adds a note: its entry in the history, and the event of a public one, in one transaction. The report is locked: who is erased at
 * the same time is so before, and the note names nobody, or after, and its text is erased.
 * @returns the entry as they see it. Throws 404 for a report that is not theirs, 403 for a public one of crew.
 */
export const addNote = (pool: Pool, { id, by, ...note }: NewNote) =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, note.public ? 'message' : 'note', id);
    const { reference, issue, tehsil } = report;
    if (note.public) {
      const reporter = reporterOf(report);
      await appendEvent(tx, 'NoteAdded', id, {
        ...{ id, reference, issue, tehsil, reporter },
        phone: phoneIn(report),
        text: note.text,
      });
      await tellOfMessage(tx, report, note.text);
    }
    const entry = await insertNote(tx, report, { ...note, by: by.id });
    return sideOf(by) === 'crew' ? { ...entry, name: null } : entry;
  });
