/**
 * `npm run backup [-- folder] [--keep days] [--to age1…] [--move]`: a consistent backup of everything the portal stores, while it runs; with
 * `--move` it is of a stopped portal that will continue where the backup is restored.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inDays, lifetimes } from '@tma/contracts';
import { dump } from '../backup/dump.ts';
import { encryptTo } from '../backup/encryption.ts';
import type { Manifest } from '../backup/manifest.ts';
import { removeOldBackups } from '../backup/old.ts';
import { withTarget } from '../backup/target.ts';
import { CommandError, runCommand } from '../command.ts';

await runCommand(async () => {
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const keepDays = String(inDays(lifetimes.backup));
  const options = {
    keep: { type: 'string', default: keepDays },
    to: { type: 'string', multiple: true },
    move: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [wanted = join('backups', name), ...more] = positionals;
  const keep = Number(values.keep);
  if (more.length > 0 || !Number.isInteger(keep) || keep < 1) {
    throw new CommandError('Use: npm run backup -- [<folder to make>] [--keep <days>] [--to <age1…>]... [--move]');
  }
  const encrypt = values.to && encryptTo(values.to);
  const folder = resolve(wanted);
  for (const taken of [folder, `${folder}.part`]) {
    if (existsSync(taken)) throw new CommandError(`${taken} is there already. Name a folder that is to be made.`);
  }
  await mkdir(dirname(folder), { recursive: true });
  const { move: moves } = values;
  report(folder, await withTarget((target) => dump(target, folder, { encrypt, moves }), { mayRun: !moves }));
  const { removed, doubtful } = await removeOldBackups(folder, keep);
  if (removed.length > 0) process.stdout.write(`Older than ${keep} days, and removed: ${removed.join(', ')}\n`);
  if (doubtful.length > 0)
    process.stdout.write(
      `Older than ${keep} days, and not removed: ${doubtful.join(', ')}\n` +
        'No backup was made for a long time after them, or the clock is wrong. If the clock is right, delete them.\n',
    );
});

function report(folder: string, { databases, originals, encrypted, moves }: Manifest) {
  const rows = Object.values(databases)
    .flatMap(({ tables }) => tables)
    .reduce((sum, table) => sum + table.rows, 0);
  const files = originals
    ? `${originals.count} pictures and documents (${Math.ceil(originals.bytes / 1e6)} MB)`
    : 'no files: copy the S3 bucket now, or let it keep versions';
  const reminder = encrypted
    ? 'It is encrypted: without a secret key of those that it was made for, nobody can restore it.'
    : "It holds everybody's data: keep it so.";
  process.stdout.write(`${folder}: ${rows} rows, ${files}.\n${reminder}\n`);
  if (moves)
    process.stdout.write(
      'Restore it once, with the same LOG_KEY: the signed log goes on there. Should the portal start here again, another log begins here.\n',
    );
}
