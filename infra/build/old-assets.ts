import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const weekMs = 7 * 24 * 3600 * 1000;
const changedAt = async (path: string) => (await stat(path)).mtimeMs;

/**
 * A page that was opened before a deployment still loads the chunks of its build: hashed files are kept for a week from when a
 * build without them replaced theirs. What is kept is younger than the `.built` beside it, which comes after all that was built.
 */
export async function keepOldAssets(from: string, to: string): Promise<void> {
  const builtAt = await changedAt(join(from, '.built')).catch(() => Number.POSITIVE_INFINITY);
  const now = await changedAt(join(to, '.built'));
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    const lastChange = await changedAt(path);
    // A second, because file systems round times.
    const replacedAt = new Date(lastChange <= builtAt ? now + 1000 : lastChange);
    if (existsSync(target) || now - replacedAt.getTime() > weekMs) continue;
    await mkdir(dirname(target), { recursive: true });
    await cp(path, target);
    await utimes(target, replacedAt, replacedAt);
  }
}
