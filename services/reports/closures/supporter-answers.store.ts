/** What those who support a report said of its closures. The report is locked. */
import { execute, firstValue, onlyValue, type Tx } from '@tma/kit';

export const answerOf = (tx: Tx, closureId: string, userId: string): Promise<string | null> =>
  firstValue(tx, 'select answer from supporter_answers where closure_id = $1 and user_id = $2', [closureId, userId]);

interface Answer {
  closureId: string;
  userId: string;
  answer: 'fixed' | 'not-fixed';
  /** Of the entry in the history with their words. */
  seq: number | null;
}

export const insertAnswer = (tx: Tx, { closureId, userId, answer, seq }: Answer): Promise<void> =>
  execute(tx, 'insert into supporter_answers (closure_id, user_id, answer, history_seq) values ($1, $2, $3, $4)', [
    closureId,
    userId,
    answer,
    seq,
  ]);

/** How many of those who support the report still said that it is fixed. */
export const countFixed = (tx: Tx, closureId: string): Promise<number> =>
  onlyValue(
    tx,
    `select count(*)::int from supporter_answers join closures on closures.id = closure_id
     join supports using (report_id, user_id) where closure_id = $1 and answer = 'fixed'`,
    [closureId],
  );
