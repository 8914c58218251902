import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from './manifest.ts';

const dayMs = 86_400_000;
/** After how long without a backup those before may be of a time when the clock was right. Somebody may make one a month. */
const pauseDays = (keptDays: number) => Math.max(keptDays, 31) + 7;

interface Old {
  removed: string[];
  /** Older, too, but from before a pause so long that the clock may be wrong: they were not removed. */
  doubtful: string[];
}

/** Removes backups beside a new one that are older by more than so many days. What is no backup by its manifest stays. */
export async function removeOldBackups(newest: string, days: number): Promise<Old> {
  const parent = dirname(newest);
  const madeAt = async (folder: string) => Date.parse((await readManifest(folder)).at);
  const newestAt = await madeAt(newest);
  const earlier: { folder: string; at: number }[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const folder = join(parent, entry.name);
    if (!entry.isDirectory() || folder === newest) continue;
    const at = await madeAt(folder).catch(() => null);
    if (at !== null && at < newestAt) earlier.push({ folder, at });
  }
  const old: Old = { removed: [], doubtful: [] };
  let next = newestAt;
  for (const { folder, at } of earlier.sort((one, other) => other.at - one.at)) {
    const isDoubtful = old.doubtful.length > 0 || next - at > pauseDays(days) * dayMs;
    next = at;
    if (at >= newestAt - days * dayMs) continue;
    if (!isDoubtful) await rm(folder, { recursive: true });
    old[isDoubtful ? 'doubtful' : 'removed'].push(folder);
  }
  return old;
}
