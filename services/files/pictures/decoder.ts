import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';

/** What the process is told: how long the next original is, its bytes, and what to do with it: `side` null is to check it. */
export type Message = { bytes: number } | { chunk: Uint8Array } | { side: number | null };
/** What it answers: what it made, or what is wrong with the picture. */
export type Answer = { content: Uint8Array } | { refused: string };

export interface Decoder {
  /**
   * Decodes a picture in the other process. @param side the longest side of the WebP to make, or null to check it only
   * Throws 503 when the process is killed from outside, twice, or does not answer.
   */
  decode(original: Buffer, side: number | null): Promise<Answer>;
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
const chunkBytes = 256 * 1024;
/** The longest that an answer is waited for. The process itself gives up much earlier unless the machine is overloaded. */
const maxMs = 20_000;

class ProcessEnded extends Error {}

/** A process that decodes pictures, one at a time in the order they come. It is started with the first and replaced when it dies. */
export function createDecoder(): Decoder {
  const turns = new PQueue({ concurrency: 1 });
  let current: ChildProcess | undefined;
  let stopped = false;

  function start(): ChildProcess {
    const child = fork(program, [], {
      execArgv,
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // The service ends although this runs; it ends then, too.
    child.unref();
    child.channel?.unref();
    const forget = () => {
      if (current === child) current = undefined;
    };
    child.once('exit', forget).on('error', forget);
    return child;
  }

  async function attempt(original: Buffer, side: number | null): Promise<Answer> {
    if (stopped) throw new ProcessEnded('The service ends');
    current ??= start();
    const child = current;
    const answer = answerOf(child);
    // While the original is sent nobody else listens for this.
    answer.catch(() => {});
    await send(child, { bytes: original.length });
    for (let at = 0; at < original.length; at += chunkBytes) {
      await send(child, { chunk: original.subarray(at, at + chunkBytes) });
    }
    await send(child, { side });
    const given = await answer;
    if ('refused' in given && given.refused in limits) replace(child);
    return given;
  }

  /** A process that ends itself is not waited for. */
  function replace(child: ChildProcess) {
    child.kill('SIGKILL');
    if (!stopped) current = start();
  }

  return {
    decode: (original, side) =>
      turns.add(async () => {
        try {
          // Whatever ended the process, it was not this picture: a limit that it exceeds is answered.
          return await attempt(original, side).catch((error) => {
            if (!(error instanceof ProcessEnded)) throw error;
            // Its channel may close before it is known to have ended.
            current?.kill('SIGKILL');
            current = undefined;
            return attempt(original, side);
          });
        } catch (error) {
          throw unavailable(error);
        }
      }),
    stop() {
      stopped = true;
      current?.kill('SIGKILL');
    },
  };
}

/** What the process says when a picture exceeds a limit, before it ends itself. */
const limits = { memory: true, time: true };

const send = (child: ChildProcess, message: Message) =>
  new Promise<void>((resolve, reject) => {
    child.send(message, (error) =>
      error ? reject(new ProcessEnded('It cannot be told', { cause: error })) : resolve(),
    );
  });

/** The next answer of the process. */
function answerOf(child: ChildProcess): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const ended = () => reject(new ProcessEnded('The process ended'));
  const late = () => {
    child.kill('SIGKILL');
    reject(new Error('The process did not answer'));
  };
  const timer = setTimeout(late, maxMs);
  child
    .once('message', resolve as (message: unknown) => void)
    .once('exit', ended)
    .once('error', ended);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended).off('error', ended);
  });
}
