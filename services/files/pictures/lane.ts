import PQueue from 'p-queue';
import { originalKey, type Storage } from '../storage/storage.ts';
import { createScratch } from './scratch.ts';

/** Priorities of work in a lane: deferred work runs while no urgent work waits. */
const urgent = { priority: 1 };
const deferred = { priority: 0 };

/** A queue that runs one piece of work at a time, in order of arrival, with the memory for the original that it reads. */
export function createLane(storage: Storage) {
  const queue = new PQueue({ concurrency: 1 });
  const read = createScratch();
  return {
    runUrgent: <T>(work: () => Promise<T>) => queue.add(work, urgent),
    runDeferred: <T>(work: () => Promise<T>) => queue.add(work, deferred),
    /** How many pieces of urgent work wait, beside the one that runs. */
    urgentWaiting: () => queue.sizeBy(urgent),
    /** Reads an original. Only for work of this lane: the next read overwrites it. */
    readOriginal: async (id: string): Promise<Buffer> => read(await storage.get(originalKey(id))),
  };
}
