import { appendEvent, commitWith, notFound, type Pool, transaction } from '@tma/kit';
import { lockReport, reporterOf } from './stores/changes.store.ts';
import { insertNote } from './stores/notes.store.ts';

interface NewNote {
  /** The report's id. */
  id: string;
  /** The administrator, who writes on reports of their own tehsil only. */
  by: { id: string; tehsil: string };
  text: string;
  /** Whether the reporter reads it, and is mailed. */
  public: boolean;
}

/**
 * Adds a note: its entry in the history, and the event of a public one, in one transaction. The report is locked: who is erased at
 * the same time is so before, and the note names nobody, or after, and its text is erased.
 * @returns the entry as administrators see it. Throws 404 for another tehsil's report.
 */
export const addNote = (pool: Pool, { id, by, ...note }: NewNote) =>
  transaction(pool, async (tx) => {
    const report = await lockReport(tx, 'inTehsil', id, by.tehsil);
    if (!report) throw notFound();
    const { reference, issue, tehsil } = report;
    const reporter = reporterOf(report);
    const [entry] = await commitWith(tx, [
      insertNote(tx, report, { ...note, by: by.id }),
      ...(note.public
        ? [appendEvent(tx, 'NoteAdded', id, { id, reference, issue, tehsil, reporter, text: note.text })]
        : []),
    ]);
    return entry;
  });
