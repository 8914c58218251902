/** What those who support a report said of its closures. The report is locked. */
import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';

export async function answerOf(tx: Tx, closureId: string, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ answer: string }>(
    named('select answer from supporter_answers where closure_id = $1 and user_id = $2'),
    [closureId, userId],
  );
  return rows[0]?.answer ?? null;
}

interface Answer {
  closureId: string;
  userId: string;
  answer: 'fixed' | 'not-fixed';
  /** Of the entry in the history with their words. */
  seq: string | null;
}

export async function insertAnswer(tx: Tx, { closureId, userId, answer, seq }: Answer): Promise<void> {
  await tx.query(
    named('insert into supporter_answers (closure_id, user_id, answer, history_seq) values ($1, $2, $3, $4)'),
    [closureId, userId, answer, seq],
  );
}

/** How many said that it is fixed. */
export async function countFixed(tx: Tx, closureId: string): Promise<number> {
  const { rows } = await tx.query<{ said: number }>(
    named(`select count(*)::int as said from supporter_answers where closure_id = $1 and answer = 'fixed'`),
    [closureId],
  );
  return rows[0]?.said ?? 0;
}

/** Enters what is not fixed in the history, for staff. @returns the entry's number */
export async function insertWords(tx: Tx, { id, now, status, schedule }: LockedReport, words: string): Promise<string> {
  const { rows } = await tx.query<{ seq: string }>(
    named(`insert into history (report_id, at, kind, status, schedule, made_by, text)
     values ($1, $2, 'noted', $3, $4, 'resident', $5) returning seq`),
    [id, now, status, schedule, words],
  );
  if (!rows[0]) throw new Error('insert returned no row');
  return rows[0].seq;
}
