/**
 * The peer of the list: a bare fastify with a pg pool that answers the newest 50 as the text that Postgres made of them, by a
 * statement that is prepared like ours. It knows no callers, no other queries and no ETags.
 * `node bench/bare-list.ts <port> <database url> <user id>`
 */
import { RequestRow } from '@tma/contracts';
import Fastify from 'fastify';
import pg from 'pg';
import { residentColumns } from '../services/reports/report/reports.store.ts';

const [port, url, userId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const app = Fastify();
app.get('/', async (_request, reply) => {
  const { rows } = await pool.query<{ json: string }>({
    name: 'newest',
    text: `select json_agg(page)::text as json from (
       select ${residentColumns(Object.keys(RequestRow.shape))} from reports where not hidden or user_id = $1
       order by id desc limit $2) as page`,
    values: [userId, 50],
  });
  return reply.type('application/json; charset=utf-8').send(rows[0]?.json);
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('disconnect', () => process.exit());
process.send?.('ready');
