import { killAll } from './children.ts';

/** The terminal, npm and begin.mjs may each forward the same Ctrl-C. */
const sameSignalMs = 1000;

/** Aborts on the first signal, or when terminal or parent process are gone. A second signal kills everything at once. */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  let begunAt: number | undefined;
  const begin = () => {
    if (begunAt !== undefined) return;
    begunAt = performance.now();
    process.stdout.write('\n  …  stopping\n');
    stopping.abort();
  };
  const onSignal = () => {
    if (begunAt !== undefined && performance.now() - begunAt > sameSignalMs) {
      killAll();
      process.exit(1);
    }
    begin();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.send) process.once('disconnect', begin);
  // A command that listens still ends when it is done.
  process.channel?.unref();
  // A closed terminal takes no more lines, and says so of each: the stop goes on without them.
  process.stdout.on('error', begin);
  return stopping.signal;
}
