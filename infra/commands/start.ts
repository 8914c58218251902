/** `npm start`: starts the whole portal on this machine. */

import { runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { killAll } from '../processes/children.ts';
import { launch } from '../run/launch.ts';
import { planOf } from '../system.ts';

/** The terminal, npm and begin.mjs may each forward the same Ctrl-C. */
const sameSignalMs = 1000;

await runCommand(async () => {
  const startedAt = performance.now();
  const config = readInfraConfig();
  const stopping = listenForStop();
  const system = await launch({ ports: 'default', config, print, signal: stopping }).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
    return null;
  });
  if (system) {
    const { urls, secretKey, dataDir } = system;
    process.stdout.write(`
  The portal runs (${((performance.now() - startedAt) / 1000).toFixed(1)} s).

     Portal            ${urls.portal}
     Mailbox           ${planOf('mailbox')?.wanted?.(config) ? urls.mailbox : 'none: mail goes to SMTP_URL'}
     API docs          ${urls.docs}
     Admin secret key  ${secretKey}

     Stop: Ctrl-C. The data is kept in ${dataDir}; npm run reset forgets it.
`);
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
    await system.stop();
  }
  process.stdout.write('  ✓  stopped; the data is kept\n');
});
// What was aborted may still keep the process alive.
process.exit();

/** Aborts on the first signal, or when the parent process has ended. A second signal kills everything at once. */
function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const end = () => {
    firstAt ??= performance.now();
    if (!stopping.signal.aborted) {
      process.stdout.write('\n  …  stopping\n');
      stopping.abort();
    } else if (performance.now() - firstAt > sameSignalMs) {
      killAll();
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.send) process.once('disconnect', end);
  // A closed terminal takes no more lines; the stop goes on without them.
  process.stdout.on('error', end);
  return stopping.signal;
}

function print(line: string, seconds?: number): void {
  const mark = seconds === undefined ? '·          ' : `✓  ${seconds.toFixed(1).padStart(5)} s  `;
  process.stdout.write(`  ${mark}${line}\n`);
}
