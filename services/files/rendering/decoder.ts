import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';

/** What is found out of a picture beside its rendering: nothing, its hash, or all that tells whether a proof is new. */
export const ImageFeatures = { none: 0, hash: 1, proof: 2 } as const;
type ImageFeatures = (typeof ImageFeatures)[keyof typeof ImageFeatures];

/** A WebP that was made of a picture. */
export interface Rendering {
  content: Uint8Array;
  /** Its difference hash, 64 zeros and ones (`image-features.mjs`); null without enough in it, or when it was not asked for. */
  hash: string | null;
  /** When the camera says it was taken, `YYYY-MM-DDThh:mm:ss` in its own time; null likewise. */
  takenAt: string | null;
  /** The hashes that it would have with a little more or less of its sides; empty likewise. */
  cropped: readonly string[];
}
/** The WebP, or what is wrong with the picture. */
type Result = Rendering | { refused: string };
/** What the process answers. As it ends, because of one or another picture: to send this one again, as before or alone. */
export type Answer = Result | { retry: 'asBefore' | 'alone' };

const program = fileURLToPath(new URL('./decoder-process.mjs', import.meta.url));
/** Without a compiler JavaScript takes 9 MB less; there is next to none to run. */
const execArgv = ['--jitless', '--max-semi-space-size=1', '--max-old-space-size=64'];
/** Nothing of the service's environment: no addresses, no secrets. Memory goes back to the system at once, without warnings. */
const env = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  VIPS_WARNING: 'off',
};
/** The longest that an answer is waited for. The process itself gives up much earlier unless the machine is overloaded. */
const timeoutMs = 20_000;
/** How the process refuses a picture that exceeds a limit, before it ends itself. */
const limits: readonly string[] = ['memory', 'time'];

/** A picture that is to be rendered. */
interface Job {
  /** Which of the process's slots it takes. */
  slot: number;
  original: Buffer;
  /** The longest side of the rendering, in pixels. */
  side: number;
  features: ImageFeatures;
}

class ProcessEnded extends Error {}

/**
 * A process that decodes pictures, as many at once as it has slots, and room in its memory. It is started with the first
 * picture and replaced when it dies.
 */
export class Decoder {
  readonly #queue: PQueue;
  readonly #freeSlots: number[];
  #process: ChildProcess | undefined;
  #isStopped = false;

  constructor(slots: number) {
    this.#queue = new PQueue({ concurrency: slots });
    this.#freeSlots = Array.from({ length: slots }, (_, slot) => slot);
  }

  /**
   * Renders a picture as WebP in the other process. Throws 503 when the process is killed from outside, twice, or does not
   * answer. @param side the longest side, in pixels
   */
  render(original: Buffer, side: number, features: ImageFeatures = ImageFeatures.none): Promise<Result> {
    return this.#queue.add(async () => {
      if (original.length === 0) return { refused: 'empty' };
      const slot = this.#freeSlots.pop() ?? 0;
      try {
        return await this.#renderUntilAnswered({ slot, original, side, features });
      } catch (error) {
        throw unavailable(error);
      } finally {
        this.#freeSlots.push(slot);
      }
    });
  }

  /** Ends the process. */
  stop(): void {
    this.#isStopped = true;
    this.#process?.kill('SIGKILL');
  }

  /** Sends a picture until it is answered. Throws when the process ends without a word for the second time. */
  async #renderUntilAnswered(job: Job): Promise<Result> {
    let isAlone = false;
    for (let deaths = 0; ; ) {
      const answer: Answer = await this.#attempt(job, isAlone).catch((error): Answer => {
        deaths += 1;
        if (!(error instanceof ProcessEnded) || deaths === 2) throw error;
        return { retry: 'alone' };
      });
      if (!('retry' in answer)) return answer;
      isAlone ||= answer.retry === 'alone';
    }
  }

  async #attempt({ slot, original, side, features }: Job, isAlone: boolean): Promise<Answer> {
    if (this.#isStopped) throw new ProcessEnded('The service ends');
    this.#process ??= this.#start();
    const child = this.#process;
    const pending = answerOf(child, slot);
    send(inputOf(child), original, [slot, side, Number(isAlone), original.length, features]);
    const answer = await pending;
    if ('retry' in answer || ('refused' in answer && limits.includes(answer.refused))) this.#replace(child);
    return answer;
  }

  /** A process that ends itself is not waited for. */
  #replace(child: ChildProcess) {
    if (!this.#isStopped && (this.#process === child || !this.#process)) this.#process = this.#start();
  }

  #start(): ChildProcess {
    const stdio = ['ignore', 'ignore', 'inherit', 'pipe', 'ipc'] as const;
    const child = fork(program, [], { execArgv, env, serialization: 'advanced', stdio: [...stdio] });
    child.setMaxListeners(0);
    // The service ends although this runs; it ends then, too.
    child.unref();
    child.channel?.unref();
    const forget = () => {
      if (this.#process === child) this.#process = undefined;
    };
    child.once('disconnect', forget).on('error', forget);
    // Whoever waits for an answer hears that the process has ended.
    inputOf(child)
      .on('error', () => child.kill('SIGKILL'))
      .unref();
    return child;
  }
}

const inputOf = (child: ChildProcess) => child.stdio[3] as Socket;

/** Sends an original behind its header, in one piece: those of other slots come before it or behind it. */
function send(input: Socket, original: Buffer, header: readonly number[]) {
  input.cork();
  input.write(Buffer.from(Uint32Array.from(header).buffer));
  input.write(original);
  input.uncork();
}

/** The next answer of the process for a slot. */
function answerOf(child: ChildProcess, slot: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onEnd = () => reject(new ProcessEnded('The process ended'));
  const onTimeout = () => {
    child.kill('SIGKILL');
    reject(new Error('The process did not answer'));
  };
  const timer = setTimeout(onTimeout, timeoutMs);
  const onMessage = (message: unknown) => {
    const { slot: answered, ...answer } = message as Answer & { slot: number };
    if (answered === slot) resolve(answer);
  };
  // Its last messages may be read after it is known to have ended, but before its channel closes.
  child.on('message', onMessage).once('disconnect', onEnd).once('error', onEnd);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage).off('disconnect', onEnd).off('error', onEnd);
  });
}
