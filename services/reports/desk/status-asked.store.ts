import { problemNames } from '@tma/contracts';
import { named, type Tx } from '@tma/kit';

interface Standing {
  issue: string;
  status: string;
  schedule: string | null;
}

/** How a report stands that everybody may read, or this resident alone; null of others: papers are nobody else's business. */
export async function standingOf(tx: Tx, reference: string, userId: string): Promise<Standing | null> {
  const { rows } = await tx.query<Standing>(
    named(`select issue, status, schedule::text from reports
     where reference = $1 and (user_id = $2 or (not hidden and issue = any($3)))`),
    [reference, userId, problemNames],
  );
  return rows[0] ?? null;
}
