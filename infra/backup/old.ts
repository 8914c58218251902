import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from './manifest.ts';

const dayMs = 86_400_000;

/**
 * Removes the backups beside a new one that were made more than so many days before it. What is no backup by its manifest
 * stays, and so does every backup that is not older. @returns the folders that were removed
 */
export async function removeOldBackups(newest: string, days: number): Promise<string[]> {
  const parent = dirname(newest);
  const madeAt = async (folder: string) => Date.parse((await readManifest(folder)).at);
  const oldest = (await madeAt(newest)) - days * dayMs;
  const removed: string[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const folder = join(parent, entry.name);
    if (!entry.isDirectory() || folder === newest) continue;
    const at = await madeAt(folder).catch(() => null);
    if (at === null || at >= oldest) continue;
    await rm(folder, { recursive: true });
    removed.push(folder);
  }
  return removed;
}
