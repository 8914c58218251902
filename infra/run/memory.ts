import { freemem, platform, totalmem } from 'node:os';
import { CommandError } from '../command.ts';

/** Megabytes that Kafka, Postgres and the portal's Node processes need together, with a margin. */
const needed = 1200;

/** Throws a CommandError when free memory, or a container's limit, is so small that the system would swap or be killed. */
export function requireMemory(): void {
  // No limit reads as 0, or as more than there is.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  // What macOS calls free is what nobody has ever used: it keeps files in all the rest, and gives that back.
  const free = platform() === 'darwin' ? totalmem() : freemem();
  const megabytes = Math.round(Math.min(free, limit) / 1024 / 1024);
  if (megabytes >= needed) return;
  throw new CommandError(
    `Only ${megabytes} MB of memory can be used; the portal needs ${needed}. Close other programs, or allow the container more.`,
  );
}
