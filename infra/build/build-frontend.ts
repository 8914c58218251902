/** Builds one frontend: `node infra/build/build-frontend.ts <name>`, run by `build.ts`. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Recipe } from '../../frontends/rspack.ts';
import { runCommand } from '../command.ts';
import { runRecipe } from './bundle.ts';
import { prerenderPages } from './prerender.ts';
import { stampOf } from './stamp.ts';

const workshop = fileURLToPath(new URL('../../node_modules/.cache/tma/builds/', import.meta.url));
const week = 7 * 24 * 3600 * 1000;

/** Builds beside the last build and takes its place at the end, so that a failure leaves what was there; `place` is a folder of its own. */
async function build(name: string, place: string): Promise<void> {
  const stamp = stampOf(name);
  const folder = fileURLToPath(new URL(`../../frontends/${name}`, import.meta.url));
  const dist = join(folder, 'dist');
  const fresh = join(place, 'new');
  const recipes = (await import(join(folder, 'rspack.config.ts'))) as { default: Recipe; prerender?: Recipe };
  await runRecipe(recipes.default, stamp, fresh);
  if (recipes.prerender) {
    const drawer = join(place, 'prerender');
    await runRecipe(recipes.prerender, stamp, drawer);
    await prerenderPages(fresh, join(drawer, 'prerender.mjs'));
  }
  await compress(fresh);
  if (existsSync(dist)) await keepOldAssets(dist, fresh);
  await writeFile(join(fresh, '.built'), stamp);
  // A static server may be reading: the place is empty only between two renames.
  if (existsSync(dist)) await rename(dist, join(place, 'old'));
  await rename(fresh, dist);
}

const compressors = {
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
};

async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|json|svg|webmanifest)$/.test(entry.name)) continue;
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

const [name] = process.argv.slice(2);
if (!name) throw new Error('The name of a frontend is needed.');
const place = join(workshop, `${name}-${process.pid}`);
await runCommand(() => build(name, place).finally(() => rm(place, { recursive: true, force: true })));
