/** `npm run build`: the frontends, each only when what it is made from changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Configuration, rspack } from '@rspack/core';
import { command } from './config.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const names = ['shell', 'resident', 'admin'] as const;
const week = 7 * 24 * 3600 * 1000;

/** Builds the frontends that changed, one after the other. @returns their names */
export async function buildFrontends(): Promise<string[]> {
  const built: string[] = [];
  for (const name of names) {
    const folder = join(root, 'frontends', name);
    const stamp = hashOf([
      folder,
      join(root, 'frontends'),
      join(root, 'packages/web'),
      join(root, 'packages/contracts'),
      join(root, 'package-lock.json'),
    ]);
    const stampFile = join(folder, 'dist', '.built');
    if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) continue;
    await build(name, folder, stamp);
    built.push(name);
  }
  return built;
}

/** One hash over files and folders; other frontends, builds and tests do not count. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string, deep: boolean) => {
    if (!statSync(path).isDirectory()) {
      if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(root.length)).update(readFileSync(path));
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (/^(dist.*|node_modules)$/.test(entry.name) || (entry.isDirectory() && !deep)) continue;
      add(join(path, entry.name), deep);
    }
  };
  for (const path of paths) add(path, !path.endsWith('frontends'));
  return hash.digest('hex');
}

/** Builds beside the last build and takes its place at the end, so that a failure leaves what was there. */
async function build(name: string, folder: string, stamp: string): Promise<void> {
  const fresh = join(folder, 'dist.new');
  const dist = join(folder, 'dist');
  await rm(fresh, { recursive: true, force: true });
  const { default: config } = (await import(join(folder, 'rspack.config.ts'))) as { default: Configuration };
  await runRspack(name, { ...config, mode: 'production', output: { ...config.output, path: fresh, clean: true } });
  await compress(fresh);
  if (existsSync(dist)) await keepOldAssets(dist, fresh);
  await writeFile(join(fresh, '.built'), stamp);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
}

function runRspack(name: string, config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only', colors: false })) : null);
      compiler.close(() => (failure ? reject(new Error(`${name} could not be built: ${failure.message}`)) : resolve()));
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const built = await buildFrontends();
    process.stdout.write(built.length > 0 ? `Built: ${built.join(', ')}\n` : 'Everything is up to date.\n');
  });
}
