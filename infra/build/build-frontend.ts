/** Builds one frontend: `node infra/build/build-frontend.ts <name>`, run by `frontends.ts`. */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Recipe } from '../../frontends/rspack.ts';
import { runCommand } from '../command.ts';
import { bundle } from './bundle.ts';
import { keepOldAssets } from './old-assets.ts';
import { prerenderPages } from './prerender.ts';
import { stampOf } from './stamp.ts';

const buildFolder = fileURLToPath(new URL('../../node_modules/.cache/tma/builds/', import.meta.url));

interface Recipes {
  default: Recipe;
  prerender?: Recipe;
  worker?: (build: string, files: readonly string[]) => ReturnType<Recipe>;
}

/** Builds in `scratch`, an own folder, and replaces the last build at the end, so that a failure leaves the last one. */
async function build(name: string, scratch: string): Promise<void> {
  const stamp = stampOf(name);
  const folder = fileURLToPath(new URL(`../../frontends/${name}`, import.meta.url));
  const dist = join(folder, 'dist');
  const fresh = join(scratch, 'new');
  const recipes = (await import(pathToFileURL(join(folder, 'rspack.config.ts')).href)) as Recipes;
  await bundle(recipes.default, stamp, fresh);
  if (recipes.prerender) {
    const renderer = join(scratch, 'prerender');
    await bundle(recipes.prerender, stamp, renderer);
    await prerenderPages(fresh, join(renderer, 'prerender.mjs'));
  }
  if (recipes.worker) await buildWorker(recipes.worker, stamp, fresh, join(scratch, 'worker'));
  await compress(fresh);
  if (existsSync(dist)) await keepOldAssets(dist, fresh, Date.now());
  await writeFile(join(fresh, '.built'), stamp);
  // A static server may be reading: the folder is missing only between two renames.
  if (existsSync(dist)) await rename(dist, join(scratch, 'old'));
  await rename(fresh, dist);
}

/**
 * Builds the service worker, which names the frontend's scripts and style sheets: without those of one language, which its readers
 * bring, and of maps, which are large.
 */
async function buildWorker(recipe: NonNullable<Recipes['worker']>, stamp: string, fresh: string, scratch: string) {
  const names = (await readdir(fresh)).filter((name) =>
    /^(?!texts-|style-|map[.-]).*\.[0-9a-f]{10}\.(js|css)$/.test(name),
  );
  await bundle(
    (build) =>
      recipe(
        build,
        names.sort().map((name) => `/${name}`),
      ),
    stamp,
    scratch,
  );
  for (const name of await readdir(scratch)) await cp(join(scratch, name), join(fresh, name));
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

const [name] = process.argv.slice(2);
if (!name) throw new Error('The name of a frontend is needed.');
const scratch = join(buildFolder, `${name}-${process.pid}`);
await runCommand(() => build(name, scratch).finally(() => rm(scratch, { recursive: true, force: true })));
