/**
 * The peer of a submission: a bare server that writes a form's files to the disk, fsynced, decodes the picture to its last
 * row, draws its card and writes that, fsynced, as the portal has to, and answers 201. It asks nobody who sends, has no gateway, no database, no event and no mail, decodes in its own process without any limit, hashes
 * nothing, does not sync the folder, so that a power cut may lose the name of a file, and keeps what is refused.
 * `node bench/bare-submit.ts <port> <folder>`
 */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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
    written.push(name === 'image' ? arrived.then(() => draw(path)) : arrived);
  });
  form.on('finish', async () => {
    await Promise.all(written);
    response.writeHead(201).end();
  });
  request.pipe(form);
});

/** Draws the card with the options of `services/files/decoder/codec.mjs`. */
async function draw(path: string) {
  const card = await sharp(path, { failOn: 'error' })
    .rotate()
    .resize(480, 480, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
  await writeFile(`${path}.card`, card, { flush: true });
}

server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
