/**
 * Stands for all services behind a gateway or its peer: pictures of 2 MB, 2 KB of everything else. It reads every body.
 * `node bench/any-upstream.ts <port>`
 */
import { createServer } from 'node:http';

const [port] = process.argv.slice(2);
const picture = Buffer.alloc(2 * 2 ** 20, 'x');
const text = Buffer.alloc(2048, 'x');
const server = createServer((request, answer) => {
  const content = request.url?.startsWith('/uploads/') ? picture : text;
  request.resume().once('end', () => answer.setHeader('content-length', content.length).end(content));
});
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
