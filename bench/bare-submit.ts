/**
 * The peer of a submission: a bare server that writes a form's files to the disk, fsynced, and answers 201. At `/decoded` it
 * first checks that the picture can be decoded, as the portal has to.
 * `node bench/bare-submit.ts <port> <folder>`
 */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import sharp from 'sharp';

const [port, folder = '.'] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

const server = createServer((request, response) => {
  const written: Promise<unknown>[] = [];
  const form = new Busboy({ headers: { 'content-type': request.headers['content-type'] ?? '' } });
  form.on('file', (name, content) => {
    const path = join(folder, crypto.randomUUID());
    const arrived = pipeline(content, createWriteStream(path, { flush: true }));
    written.push(request.url === '/decoded' && name === 'image' ? arrived.then(() => decode(path)) : arrived);
  });
  form.on('finish', async () => {
    await Promise.all(written);
    response.writeHead(201).end();
  });
  request.pipe(form);
});
const decode = (path: string) => sharp(path, { failOn: 'error' }).resize(16, 16, { fit: 'inside' }).raw().toBuffer();
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
