import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';
import { connectDecoder, onAnswer, type Received } from './decoder-socket.ts';

/** What is computed of a picture beside its rendering: nothing, its hash, or all that shows whether a proof is new. */
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
/** The answer of the process. When it ends because of some picture, it asks for this one again, as before or alone. */
type Answer = Result | { retry: 'asBefore' | 'alone' };

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
 * picture and replaced when it dies. Each connection is a process of its own, which ends with it.
 */
export class Decoder {
  readonly #queue: PQueue;
  readonly #freeSlots: number[];
  readonly #socketPath: string | undefined;
  #connection: Socket | undefined;
  #isStopped = false;

  /** @param socketPath of the container in which pictures are decoded; without it this service starts the process itself */
  constructor(slots: number, socketPath?: string) {
    this.#queue = new PQueue({ concurrency: slots });
    this.#freeSlots = Array.from({ length: slots }, (_, slot) => slot);
    this.#socketPath = socketPath;
  }

  /** Renders as WebP, each side at most `side` pixels. Throws 503 when the process was killed twice, or does not answer. */
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
    this.#connection?.destroy();
  }

  /** Sends a picture until it is answered. Throws when the process ends without a word for the second time. */
  async #renderUntilAnswered(job: Job): Promise<Result> {
    let isAlone = false;
    let deaths = 0;
    for (;;) {
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
    // Answers sent before the process ended are read first: a failed write would close the socket and lose them.
    await nextTurn();
    if (this.#isStopped) throw new ProcessEnded('The service ends');
    this.#connection ??= this.#connect();
    const connection = this.#connection;
    const pending = answerOf(connection, slot);
    send(connection, original, [slot, side, Number(isAlone), original.length, features]);
    const answer = await pending;
    if ('retry' in answer || ('refused' in answer && limits.includes(answer.refused))) this.#replace(connection);
    return answer;
  }

  /** Does not wait for a process that ends itself. */
  #replace(connection: Socket) {
    const isLast = this.#connection === connection || !this.#connection;
    if (!this.#isStopped && isLast) this.#connection = this.#connect();
  }

  #connect(): Socket {
    const connection = connectDecoder(this.#socketPath);
    connection.setMaxListeners(0);
    connection.once('close', () => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    // The service ends although this runs; it ends then, too.
    return connection.unref();
  }
}

/** Sends an original behind its header, in one piece: those of other slots come before it or behind it. */
function send(connection: Socket, original: Buffer, header: readonly number[]) {
  connection.cork();
  connection.write(Buffer.from(Uint32Array.from(header).buffer));
  connection.write(original);
  connection.uncork();
}

/** The next answer of the process for a slot. */
function answerOf(connection: Socket, slot: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onEnd = () => reject(new ProcessEnded('The process ended'));
  const timer = setTimeout(() => {
    reject(new Error('The process did not answer'));
    connection.destroy();
  }, timeoutMs);
  const forget = onAnswer(connection, ({ answer, content }) => {
    if (answer.slot === slot) resolve(answerFrom({ answer, content }));
  });
  connection.once('close', onEnd);
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
    connection.off('close', onEnd);
  });
}

function answerFrom({ answer, content }: Received): Answer {
  if ('hash' in answer) return { content, hash: answer.hash, takenAt: answer.takenAt, cropped: answer.cropped };
  return 'refused' in answer ? { refused: answer.refused } : { retry: answer.retry };
}
