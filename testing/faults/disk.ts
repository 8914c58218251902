import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A file system in memory (tmpfs) that can be filled to the last byte. */
export interface Disk {
  fill(): Promise<void>;
  /** Frees what `fill` took. */
  empty(): void;
  unmount(): void;
}

/** Mounts one of this size on a folder; null where that is not allowed. */
export function mountDisk(folder: string, megabytes: number): Disk | null {
  mkdirSync(folder, { recursive: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tma-faults', folder]);
  if (mounted.status !== 0) return null;
  const filler = join(folder, 'filler');
  return {
    async fill() {
      const piece = Buffer.alloc(4 * 2 ** 20);
      const file = await open(filler, 'a');
      try {
        for (let free = freeBytes(folder); free > 0; free = freeBytes(folder)) {
          await file.write(piece, 0, Math.min(free, piece.length));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount() {
      const { status, stderr } = spawnSync('umount', ['-l', folder], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${folder} could not be unmounted: ${stderr}`);
    },
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
