import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';

/** What to tell of a picture beside drawing it: nothing, how it looks, and also when it was taken. */
export const Telling = { nothing: 0, hash: 1, all: 2 } as const;
type Telling = (typeof Telling)[keyof typeof Telling];

/** A WebP that was made of a picture. */
export interface Drawing {
  content: Uint8Array;
  /** What it looks like, 64 zeros and ones (`traits.mjs`); null without enough in it, or when it was not asked for. */
  hash: string | null;
  /** When the camera says it was taken, `YYYY-MM-DDThh:mm:ss` in its own time; null likewise. */
  takenAt: string | null;
}
/** The WebP, or what is wrong with the picture. */
type Drawn = Drawing | { refused: string };
/** What the process answers. As it ends, because of one or another picture: to send this one again, as before or alone. */
export type Answer = Drawn | { again: 'likewise' | 'alone' };

export interface Decoder {
  /**
   * Draws a picture as WebP in the other process. @param side the longest side, in pixels
   * Throws 503 when the process is killed from outside, twice, or does not answer.
   */
  draw(original: Buffer, side: number, telling?: Telling): Promise<Drawn>;
  /** Ends the process. */
  stop(): void;
}

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
const maxMs = 20_000;
/** What the process says when a picture exceeds a limit, before it ends itself. */
const limits = { memory: true, time: true };

interface Asked {
  /** The longest side, in pixels. */
  side: number;
  telling: Telling;
}

class ProcessEnded extends Error {}

/**
 * A process that decodes pictures, as many at once as there are lanes and as its memory has room for. It is started with the
 * first and replaced when it dies.
 */
export function createDecoder(lanes: number): Decoder {
  const turns = new PQueue({ concurrency: lanes });
  const free = Array.from({ length: lanes }, (_, lane) => lane);
  let current: ChildProcess | undefined;
  let stopped = false;

  function start(): ChildProcess {
    const child = fork(program, [], {
      execArgv,
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'ipc'],
    });
    child.setMaxListeners(0);
    // The service ends although this runs; it ends then, too.
    child.unref();
    child.channel?.unref();
    const forget = () => {
      if (current === child) current = undefined;
    };
    child.once('disconnect', forget).on('error', forget);
    // Whoever waits for an answer hears that the process has ended.
    inputOf(child)
      .on('error', () => child.kill('SIGKILL'))
      .unref();
    return child;
  }

  async function attempt(lane: number, original: Buffer, asked: Asked, alone: boolean): Promise<Answer> {
    if (stopped) throw new ProcessEnded('The service ends');
    current ??= start();
    const child = current;
    const answer = answerOf(child, lane);
    send(inputOf(child), original, [lane, asked.side, Number(alone), original.length, asked.telling]);
    const given = await answer;
    if ('again' in given || ('refused' in given && given.refused in limits)) replace(child);
    return given;
  }

  /** Sends a picture until it is answered. The second time that the process ends without a word that is thrown. */
  async function drawIn(lane: number, original: Buffer, asked: Asked): Promise<Drawn> {
    let alone = false;
    for (let deaths = 0; ; ) {
      const answer: Answer = await attempt(lane, original, asked, alone).catch((error): Answer => {
        deaths += 1;
        if (!(error instanceof ProcessEnded) || deaths === 2) throw error;
        return { again: 'alone' };
      });
      if (!('again' in answer)) return answer;
      alone ||= answer.again === 'alone';
    }
  }

  /** A process that ends itself is not waited for. */
  function replace(child: ChildProcess) {
    if (!stopped && (current === child || current === undefined)) current = start();
  }

  return {
    draw: (original, side, telling = Telling.nothing) =>
      turns.add(async () => {
        if (original.length === 0) return { refused: 'empty' };
        const lane = free.pop() ?? 0;
        try {
          return await drawIn(lane, original, { side, telling });
        } catch (error) {
          throw unavailable(error);
        } finally {
          free.push(lane);
        }
      }),
    stop() {
      stopped = true;
      current?.kill('SIGKILL');
    },
  };
}

const inputOf = (child: ChildProcess) => child.stdio[3] as Socket;

/** Sends an original behind its head, in one piece: other lanes send theirs before it or behind it. */
function send(input: Socket, original: Buffer, head: readonly number[]) {
  input.cork();
  input.write(Buffer.from(Uint32Array.from(head).buffer));
  input.write(original);
  input.uncork();
}

/** The next answer of the process to a lane. */
function answerOf(child: ChildProcess, lane: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const ended = () => reject(new ProcessEnded('The process ended'));
  const late = () => {
    child.kill('SIGKILL');
    reject(new Error('The process did not answer'));
  };
  const timer = setTimeout(late, maxMs);
  const listen = (message: unknown) => {
    const { lane: answered, ...answer } = message as Answer & { lane: number };
    if (answered === lane) resolve(answer);
  };
  // Its last words may be read after it is known to have ended, but before its channel closes.
  child.on('message', listen).once('disconnect', ended).once('error', ended);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', listen).off('disconnect', ended).off('error', ended);
  });
}
