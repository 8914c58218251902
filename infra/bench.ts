/** `npm run bench -- <name>`: measures side by side with a peer, prints the ratios and keeps them in bench/RESULTS.md. */
import { readdirSync } from 'node:fs';
import type { Row } from '../bench/measure.ts';
import { keepResults, tableOf } from '../bench/results.ts';
import { command, Trouble } from './config.ts';

await command(async () => {
  const [name = ''] = process.argv.slice(2);
  const folder = new URL('../bench/', import.meta.url);
  const file = `${name}.ts`;
  const { bench } = readdirSync(folder).includes(file)
    ? ((await import(new URL(file, folder).href)) as { bench?: () => Promise<Row[]> })
    : {};
  if (!bench) throw new Trouble(`There is nothing to measure under the name ${name || '(none given)'}.`);
  const rows = await bench();
  process.stdout.write(`\n${tableOf(rows)}\n`);
  await keepResults(name, rows);
  process.exit();
});
