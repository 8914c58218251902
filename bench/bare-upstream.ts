/**
 * A bare fastify that answers every GET with about 2 KB of JSON: the upstream of the compared proxies, and the peer of a
 * service's memory.
 * `node bench/bare-upstream.ts <port>`
 */
import Fastify from 'fastify';

const [port] = process.argv.slice(2);
const rows = Array.from({ length: 20 }, (_, index) => ({
  id: `019a8d00-0000-7000-8000-${String(index).padStart(12, '0')}`,
  tehsil: 'Takht Bhai',
  status: 'In Progress',
}));
const app = Fastify();
app.get('/*', async () => rows);
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('disconnect', () => process.exit());
process.send?.('ready');
