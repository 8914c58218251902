import { withClient } from '../infra/deploy/cluster.store.ts';

/** When each event was committed and when notify began to handle it (Unix ms), by the event's id. */
export async function timesOfEvents(
  databases: Record<'reports' | 'notify', string>,
  ids: readonly string[],
): Promise<{ id: string; made: number; handled: number }[]> {
  const ms = (column: string) => `extract(epoch from ${column})::float8 * 1000`;
  const read = (url: string, column: string, table: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ id: string; at: number }>(
        `select event_id as id, ${ms(column)} as at from ${table} where event_id = any($1)`,
        [ids],
      );
      return new Map(rows.map(({ id, at }) => [id, at]));
    });
  const made = await read(databases.reports, 'created_at', 'outbox');
  const handled = await read(databases.notify, 'handled_at', 'inbox');
  return ids.map((id) => ({ id, made: made.get(id) ?? Number.NaN, handled: handled.get(id) ?? Number.NaN }));
}
