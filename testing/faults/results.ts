import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Outcome } from './run.ts';

const file = new URL('../../tests/faults/RESULTS.md', import.meta.url);

const head = `# What the fault suite found

The last full run of each fault (\`npm run test:faults\`). A fault is done so many times under a steady load; then the portal
is left to come to rest, and everything is compared with what it had acknowledged: rows, counts, history, events in Kafka,
files on disk and as served, mails. Recovery is the time from when the portal was left on its own until a new report was
accepted, its mail had come and every part was well: median and longest. A mail may come twice only where what is ended can
be between the server's 250 and the commit (docs/decisions/003-mail-is-queued-and-leased.md): those are marked with *.
`;

const titles = ['fault', 'date', 'runs', 'acknowledged', 'lost', 'doubled effects', 'doubled mails', 'p50', 'max'];

/** The cells of a fault's row in the table. */
const cellsOf = (outcome: Outcome, date: string) => [
  outcome.fault,
  date,
  outcome.runs,
  outcome.acknowledged,
  outcome.lost.length,
  outcome.doubled.length,
  `${outcome.doubledMails.length}${outcome.mayDouble ? ' *' : ''}`,
  `${median(outcome.recovery).toFixed(1)} s`,
  `${Math.max(...outcome.recovery).toFixed(1)} s`,
];

/** Writes a fault's row, in place of the one of its last run. */
export async function saveResult(outcome: Outcome): Promise<void> {
  await saveRow(cellsOf(outcome, new Date().toISOString().slice(0, 10)));
}

/** Writes a row that says why a fault was skipped. */
export const saveSkipped = (fault: string, why: string) => saveRow([fault, `left out: ${why}`]);

async function saveRow(cells: readonly (string | number)[]): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith(`| ${titles[0]} |`));
  const own = `| ${cells.join(' | ')} |`;
  const at = lines.findIndex((line) => line.startsWith(`| ${cells[0]} |`));
  const kept = at < 0 ? [...lines, own] : lines.with(at, own);
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const table = [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`, ...kept].join('\n');
  await writeFile(file, `${head}\nMachine: ${machine}\n\n${table}\n`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}
