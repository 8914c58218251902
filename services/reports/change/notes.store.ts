/** What administrators write on a report. */
import type { HistoryEntry } from '@tma/contracts';
import { named, type Tx } from '@tma/kit';
import type { z } from 'zod';
import { entryJson } from '../report/history.store.ts';
import type { LockedReport } from '../report/locks.store.ts';

interface Note {
  text: string;
  /** Whether the reporter reads it. */
  public: boolean;
  /** The administrator. */
  by: string;
}

/** Writes a note into the history of a report. @returns the entry as administrators see it */
export async function insertNote(
  tx: Tx,
  { id, status, schedule, now }: LockedReport,
  { text, public: isPublic, by }: Note,
): Promise<z.infer<typeof HistoryEntry>> {
  const name = '(select administrators.name from administrators where administrators.id = administrator_id)';
  const { rows } = await tx.query<{ entry: z.infer<typeof HistoryEntry> }>(
    named(`insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text, public)
     values ($1, $7, 'noted', $2, $3, 'administration', $4, $5, $6)
     returning ${entryJson(name, 'text')} as entry`),
    [id, status, schedule, by, text, isPublic, now],
  );
  if (!rows[0]) throw new Error('insert returned no row');
  return rows[0].entry;
}
