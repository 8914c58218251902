/**
 * `npm run bench -- <name>`: measures against a peer, prints the ratios and writes them to bench/RESULTS.md.
 * Without a name, runs all but `soak` one after the other, within an hour.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommandError, runCommand } from '../../infra/command.ts';
import { longParts, parts } from '../parts.ts';
import { saveResults, tableOf } from '../results.ts';

const names = Object.keys(parts);

await runCommand(async () => {
  const [name] = process.argv.slice(2);
  await (name === undefined ? measureAll() : measure(name));
  process.exit();
});

async function measure(name: string): Promise<void> {
  const known = { ...parts, ...longParts };
  const part = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!part)
    throw new CommandError(
      `There is nothing to measure under the name ${name}. There is: ${Object.keys(known).join(', ')}.`,
    );
  const { bench } = await part();
  const rows = await bench();
  process.stdout.write(`\n${tableOf(rows)}\n`);
  await saveResults(name, rows);
}

/** Runs each in a process of its own, so that none inherits state; one that fails does not stop the others. */
async function measureAll(): Promise<void> {
  const failed: string[] = [];
  for (const name of names) {
    process.stdout.write(`\n${name}\n`);
    const [code] = (await once(fork(fileURLToPath(import.meta.url), [name]), 'exit')) as [number | null];
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new CommandError(`These could not be measured: ${failed.join(', ')}.`);
}
