import type { Db } from '@tma/kit';

/** In how many seconds the last of all claims can be answered no more; 0 when there is none. */
export async function secondsOfLastClaim(db: Db): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(ceil(extract(epoch from max(answer_by) - now())), 0)::float8 as seconds
     from closures where state = 'claimed' and answer_by > now()`,
  );
  return rows[0]?.seconds ?? 0;
}
