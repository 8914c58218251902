import { problemNames } from '@tma/contracts';
import { firstRow, type Tx } from '@tma/kit';

interface Standing {
  issue: string;
  status: string;
  schedule: string | null;
  hidden: boolean;
}

/** How a report stands that everybody may read, or this resident alone; null of others: papers are nobody else's business. */
export const standingOf = (tx: Tx, reference: string, userId: string): Promise<Standing | null> =>
  firstRow(
    tx,
    `select issue, status, schedule::text, hidden from reports
     where reference = $1 and (user_id = $2 or (not hidden and issue = any($3)))`,
    [reference, userId, problemNames],
  );
