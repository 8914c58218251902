/** `npm start`: the whole portal on this machine. */
import { command, readInfraConfig } from './config.ts';
import { launch, type System } from './launch.ts';

await command(async () => {
  const begun = performance.now();
  const config = readInfraConfig();
  const stopping = new AbortController();
  let system: System | undefined;
  const end = async () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    if (!system) return;
    process.stdout.write('\n  …  stopping\n');
    await system.stop();
    process.stdout.write('  ✓  stopped; the data is kept\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

  system = await launch({ ports: 'default', config, say });
  if (stopping.signal.aborted) {
    await system.stop();
    process.exit(0);
  }
  const { urls, secretKey, dataDir } = system;
  process.stdout.write(`
  The portal runs (${((performance.now() - begun) / 1000).toFixed(1)} s).

     Portal            ${urls.portal}
     Mailbox           ${urls.mailbox}
     API docs          ${urls.docs}
     Admin secret key  ${secretKey}

     Stop: Ctrl-C. The data is kept in ${dataDir}; npm run reset forgets it.
`);
});

function say(line: string, seconds?: number): void {
  const mark = seconds === undefined ? '·          ' : `✓  ${seconds.toFixed(1).padStart(5)} s  `;
  process.stdout.write(`  ${mark}${line}\n`);
}
