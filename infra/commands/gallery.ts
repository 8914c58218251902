/** `npm run gallery`: builds the page of all components and serves it on a free port. It is not part of the portal. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import recipe from '../../frontends/gallery/rspack.config.ts';
import { serve } from '../../frontends/server/serve.ts';
import { bundle } from '../build/bundle.ts';
import { runCommand } from '../command.ts';
import { freePort } from '../processes/ports.ts';

await runCommand(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-gallery-'));
  await bundle(recipe, 'gallery', folder);
  const app = Fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root: folder });
  const port = await freePort();
  await serve(app, '127.0.0.1', port, () => rm(folder, { recursive: true, force: true }));
  process.stdout.write(`  The components: http://localhost:${port}   (Ctrl-C ends)\n`);
});
