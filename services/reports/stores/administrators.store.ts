/** What this service knows of administrators, from the events of auth. */
import type { EventData } from '@tma/contracts';
import type { Tx } from '@tma/kit';

/** Saves an administrator, unless something newer is known. @param saidAt RFC 3339 */
export async function saveAdministrator(
  tx: Tx,
  { id, name, email, tehsil, language }: EventData<'AdministratorSaved'>,
  saidAt: string,
): Promise<void> {
  await tx.query(
    `insert into administrators as known (id, name, email, tehsil, language, said_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set name = excluded.name, email = excluded.email, tehsil = excluded.tehsil,
       language = excluded.language, said_at = excluded.said_at
     where known.said_at < excluded.said_at`,
    [id, name, email, tehsil, language ?? null, saidAt],
  );
}
