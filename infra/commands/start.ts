/** `npm start`: starts the whole portal on this machine. */
import { runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { killAll } from '../processes/children.ts';
import { listenForStop } from '../processes/listen-for-stop.ts';
import { launch } from '../run/launch.ts';
import { planOf } from '../system.ts';

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
     Admin secret key  ${config.ADMIN_SECRET_KEY ? `the one in ${config.ADMIN_SECRET_KEY_FILE ?? 'ADMIN_SECRET_KEY'}` : secretKey}

     Stop: Ctrl-C. The data is kept in ${dataDir}; npm run reset forgets it.
`);
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
    await system.stop();
  }
  process.stdout.write('  ✓  stopped; the data is kept\n');
});
// A program that is just being started again was not stopped with the others.
killAll('SIGTERM');
// What was aborted may still keep the process alive.
process.exit();

function print(line: string, seconds?: number): void {
  const mark = seconds === undefined ? '·          ' : `✓  ${seconds.toFixed(1).padStart(5)} s  `;
  process.stdout.write(`  ${mark}${line}\n`);
}
