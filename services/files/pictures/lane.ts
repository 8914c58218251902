import PQueue from 'p-queue';
import { originalKey, type Storage } from '../storage/storage.ts';
import { createScratch } from './scratch.ts';

/** Deferred work runs while no urgent work waits. */
const deferred = { priority: Number.MIN_SAFE_INTEGER };

/** A queue that runs one piece of work at a time, with the memory for the original that it reads. */
export function createLane(storage: Storage) {
  const queue = new PQueue({ concurrency: 1 });
  const read = createScratch();
  /** How many pieces of work of each sender wait or run. */
  const underway = new Map<string, number>();
  return {
    /** Runs work in order of arrival; of one sender's, the second comes after everybody's first, and so on. */
    async runUrgent<T>(work: () => Promise<T>, sender = ''): Promise<T> {
      const before = sender === '' ? 0 : (underway.get(sender) ?? 0);
      underway.set(sender, before + 1);
      try {
        return await queue.add(work, { priority: -before });
      } finally {
        const left = (underway.get(sender) ?? 1) - 1;
        if (left === 0) underway.delete(sender);
        else underway.set(sender, left);
      }
    },
    runDeferred: <T>(work: () => Promise<T>) => queue.add(work, deferred),
    /** How many pieces of urgent work wait, beside the one that runs. */
    urgentWaiting: () => queue.size - queue.sizeBy(deferred),
    /** Reads an original. Only for work of this lane: the next read overwrites it. */
    readOriginal: async (id: string): Promise<Buffer> => read(await storage.get(originalKey(id))),
  };
}
