import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const weekMs = 7 * 24 * 3600 * 1000;
/** In the folder of a build: the files of earlier builds in it, by path, with when they were replaced (Unix time in ms). */
const listName = '.old-assets.json';

/**
 * A page that was opened before a deployment still loads the chunks of its build: hashed files are kept for a week from when a
 * build without them replaced theirs. @param now Unix time in ms
 */
export async function keepOldAssets(from: string, to: string, now: number): Promise<void> {
  // A list that lost power before it was on disk is not whole: then all that is there counts as replaced now.
  const before: Record<string, number> = await readFile(join(from, listName), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => ({}));
  const kept: Record<string, number> = {};
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(from.length + 1);
    const replacedAt = before[path] ?? now;
    if (existsSync(join(to, path)) || now - replacedAt > weekMs) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(source, join(to, path));
    kept[path] = replacedAt;
  }
  await writeFile(join(to, listName), JSON.stringify(kept));
}
