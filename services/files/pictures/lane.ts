import PQueue from 'p-queue';
import { createScratch, type Scratch } from './scratch.ts';

/** A queue that runs some pieces of work at a time, each with memory for the original that it reads. */
export function createLane(width: number) {
  const queue = new PQueue({ concurrency: width });
  const free = Array.from({ length: width }, createScratch);
  /** How many pieces of work of each sender wait or run. */
  const underway = new Map<string, number>();

  async function runWithMemory<T>(work: (memory: Scratch) => Promise<T>): Promise<T> {
    const memory = free.pop() ?? createScratch();
    try {
      return await work(memory);
    } finally {
      free.push(memory);
    }
  }

  return {
    /** Runs work in order of arrival; of one sender's, the second comes after everybody's first, and so on. */
    async run<T>(work: (memory: Scratch) => Promise<T>, sender = ''): Promise<T> {
      const before = sender === '' ? 0 : (underway.get(sender) ?? 0);
      underway.set(sender, before + 1);
      try {
        return await queue.add(() => runWithMemory(work), { priority: -before });
      } finally {
        const left = (underway.get(sender) ?? 1) - 1;
        if (left === 0) underway.delete(sender);
        else underway.set(sender, left);
      }
    },
    /** How many pieces of work wait, beside those that run. */
    waiting: () => queue.size,
  };
}
