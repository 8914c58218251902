/**
 * `npm run bench -- <name>`: measures against a peer, prints the ratios and writes them to bench/RESULTS.md.
 * Without a name, runs all but `soak` one after the other, within an hour.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CommandError, runCommand } from '../../infra/command.ts';
import type { Row } from '../measure.ts';

/** What can be measured, by name, in the order of a run without a name. */
const parts: Record<string, () => Promise<{ bench(): Promise<Row[]> }>> = {
  attacks: () => import('../attacks.ts'),
  deadlines: () => import('../deadlines.ts'),
  figures: () => import('../figures.ts'),
  gateway: () => import('../gateway.ts'),
  gotrue: () => import('../gotrue.ts'),
  life: () => import('../life.ts'),
  load: () => import('../load.ts'),
  mail: () => import('../mail.ts'),
  pages: () => import('../pages.ts'),
  reports: () => import('../reports.ts'),
  search: () => import('../search.ts'),
  soak: async () => ({ bench: (await import('../load.ts')).soak }),
};

const resultsFile = new URL('../RESULTS.md', import.meta.url);
const head =
  '# Results\n\nThe last run of each `npm run bench -- <name>`. Ratios are of the same run on the same machine.\n';

const [asked] = process.argv.slice(2);
await runCommand(() => (asked === undefined ? measureAll() : measure(asked)));
// Also after an error: what a bench had started until then ends with this process.
process.exit();

async function measure(name: string): Promise<void> {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part)
    throw new CommandError(
      `There is nothing to measure under the name ${name}. There is: ${Object.keys(parts).join(', ')}.`,
    );
  const { bench } = await part();
  const rows = await bench();
  process.stdout.write(`\n${tableOf(rows)}\n`);
  await saveResults(name, rows);
}

/** Runs each but the longest in a process of its own, so that none inherits state; one that fails does not stop the others. */
async function measureAll(): Promise<void> {
  const failed: string[] = [];
  for (const name of Object.keys(parts).filter((one) => one !== 'soak')) {
    process.stdout.write(`\n${name}\n`);
    const [code] = (await once(fork(fileURLToPath(import.meta.url), [name]), 'exit')) as [number | null];
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new CommandError(`These could not be measured: ${failed.join(', ')}.`);
}

/** The rows as a table for the terminal and for Markdown. */
function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['what', 'value', 'goal', ''],
    ...rows.map(({ name, value, goal = '', met }) => [name, value, goal, verdict(met)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

function verdict(met: boolean | undefined): string {
  return met === undefined ? '' : met ? 'met' : 'missed';
}

/** Replaces the rows of the last run with this name. */
async function saveResults(name: string, rows: readonly Row[]): Promise<void> {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const [load = 0] = loadavg();
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine}, load average at the end ${load.toFixed(1)}`;
  const section = `## ${name}\n\n${when}\n\n${tableOf(rows)}\n`;
  const text = await readFile(resultsFile, 'utf8').catch(() => head);
  const others = text.split(/^(?=## )/m).slice(1);
  const kept = others.filter((other) => !other.startsWith(`## ${name}\n`)).map((other) => `${other.trim()}\n`);
  await writeFile(resultsFile, [head, ...[...kept, section].sort()].join('\n'));
}
