/** Builds one frontend: `node infra/build-frontend.ts <name> <stamp>`, run by `build.ts`. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Configuration, rspack } from '@rspack/core';
import { command, Trouble } from './config.ts';

const workshop = fileURLToPath(new URL('../node_modules/.cache/tma/builds/', import.meta.url));
const week = 7 * 24 * 3600 * 1000;

/** Builds beside the last build and takes its place at the end, so that a failure leaves what was there; `place` is a folder of its own. */
async function build(name: string, stamp: string, place: string): Promise<void> {
  const folder = fileURLToPath(new URL(`../frontends/${name}`, import.meta.url));
  const dist = join(folder, 'dist');
  const fresh = join(place, 'new');
  const { default: config } = (await import(join(folder, 'rspack.config.ts'))) as { default: Configuration };
  await runRspack({
    ...config,
    mode: 'production',
    output: { ...config.output, path: fresh, clean: true },
    infrastructureLogging: { level: 'error' },
  });
  await compress(fresh);
  if (existsSync(dist)) await keepOldAssets(dist, fresh);
  await writeFile(join(fresh, '.built'), stamp);
  // A static server may be reading: the place is empty only between two renames.
  if (existsSync(dist)) await rename(dist, join(place, 'old'));
  await rename(fresh, dist);
}

function runRspack(config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats?.hasErrors() ? new Trouble(stats.toString({ preset: 'errors-only', colors: false })) : null);
      compiler.close(() => (failure ? reject(failure) : resolve()));
    });
  });
}

const compressors = {
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
};

async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|json|svg|webmanifest)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < 1024) continue;
    for (const [ending, compressor] of Object.entries(compressors))
      await writeFile(`${path}.${ending}`, await compressor(content));
  }
}

/** A page opened before a redeploy still asks for the chunks of its build: hashed files stay for a week. */
async function keepOldAssets(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    if (existsSync(target) || Date.now() - (await stat(path)).mtimeMs > week) continue;
    await mkdir(join(target, '..'), { recursive: true });
    await cp(path, target, { preserveTimestamps: true });
  }
}

const [name, stamp] = process.argv.slice(2);
if (!name || !stamp) throw new Error('The name of a frontend and its stamp are needed.');
const place = join(workshop, `${name}-${process.pid}`);
await command(() => build(name, stamp, place).finally(() => rm(place, { recursive: true, force: true })));
