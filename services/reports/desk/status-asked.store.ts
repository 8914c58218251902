import { named, type Tx } from '@tma/kit';

interface Standing {
  status: string;
  schedule: string | null;
}

/** How a report stands that everybody may read, or this resident alone; null of others. */
export async function standingOf(tx: Tx, reference: string, userId: string): Promise<Standing | null> {
  const { rows } = await tx.query<Standing>(
    named('select status, schedule::text from reports where reference = $1 and (not hidden or user_id = $2)'),
    [reference, userId],
  );
  return rows[0] ?? null;
}
