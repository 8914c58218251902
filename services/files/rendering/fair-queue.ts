import PQueue from 'p-queue';
import { ReusableBuffer } from './reusable-buffer.ts';

/** A queue that runs some tasks at a time, each with a buffer for the original that it reads, and is fair to every sender. */
export class FairQueue {
  readonly #queue: PQueue;
  readonly #buffers: ReusableBuffer[];
  /** How many tasks of each sender wait or run. */
  readonly #pending = new Map<string, number>();

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency });
    this.#buffers = Array.from({ length: concurrency }, () => new ReusableBuffer());
  }

  /** How many tasks wait, beside those that run. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs tasks in order of arrival; a sender's second task comes after everybody's first, and so on. */
  async run<T>(task: (buffer: ReusableBuffer) => Promise<T>, sender = ''): Promise<T> {
    const earlier = sender === '' ? 0 : (this.#pending.get(sender) ?? 0);
    this.#pending.set(sender, earlier + 1);
    try {
      return await this.#queue.add(() => this.#runWithBuffer(task), { priority: -earlier });
    } finally {
      const left = (this.#pending.get(sender) ?? 1) - 1;
      if (left === 0) this.#pending.delete(sender);
      else this.#pending.set(sender, left);
    }
  }

  async #runWithBuffer<T>(task: (buffer: ReusableBuffer) => Promise<T>): Promise<T> {
    const buffer = this.#buffers.pop() ?? new ReusableBuffer();
    try {
      return await task(buffer);
    } finally {
      this.#buffers.push(buffer);
    }
  }
}
