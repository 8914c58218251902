import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Row } from './measure.ts';

const file = new URL('./RESULTS.md', import.meta.url);
const head =
  '# Results\n\nThe last run of each `npm run bench -- <name>`. Ratios are of the same run on the same machine.\n';

/** The rows as a table for the terminal and for Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['what', 'value', 'goal', ''],
    ...rows.map(({ name, value, goal, met }) => [name, value, goal, verdict(met)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

const verdict = (met: boolean | undefined) => (met === undefined ? '' : met ? 'met' : 'missed');

/** Replaces the rows of the last run with this name. */
export async function saveResults(name: string, rows: readonly Row[]): Promise<void> {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const [load = 0] = loadavg();
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine}, load average at the end ${load.toFixed(1)}`;
  const section = `## ${name}\n\n${when}\n\n${tableOf(rows)}\n`;
  const text = await readFile(file, 'utf8').catch(() => head);
  const others = text.split(/^(?=## )/m).slice(1);
  const kept = others.filter((other) => !other.startsWith(`## ${name}\n`)).map((other) => `${other.trim()}\n`);
  await writeFile(file, [head, ...[...kept, section].sort()].join('\n'));
}
