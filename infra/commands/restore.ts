/** `npm run restore -- folder [--replace] [--identity file]`: replaces the data of a stopped portal by a backup. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from '../backup/load.ts';
import { withTarget } from '../backup/target.ts';
import { CommandError, runCommand } from '../command.ts';

const aboutLog = {
  there: 'The signed log goes on, with the same LOG_KEY; where it had come further than this backup, under a new name.',
  unknown:
    'The signed log goes on under a new name: it may have come further than this backup, which nobody knows here. ' +
    'Where it ended in the backup it is still there.',
};

await runCommand(async () => {
  const options = { replace: { type: 'boolean', default: false }, identity: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0)
    throw new CommandError('Use: npm run restore -- <folder of the backup> [--replace] [--identity <file>]');
  const restored = await withTarget((target) => load(target, resolve(folder), values), { mayRun: false });
  process.stdout.write(
    `Restored as it was at ${restored.manifest.at}. Start the portal: what it had not told yet, it tells now.\n${aboutLog[restored.log]}\n`,
  );
});
