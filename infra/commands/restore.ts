/** `npm run restore -- folder [--replace] [--identity file]`: replaces the data of a stopped portal by a backup. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from '../backup/load.ts';
import { withTarget } from '../backup/target.ts';
import { CommandError, runCommand } from '../command.ts';

await runCommand(async () => {
  const options = { replace: { type: 'boolean', default: false }, identity: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0)
    throw new CommandError('Use: npm run restore -- <folder of the backup> [--replace] [--identity <file>]');
  const { at } = await withTarget((target) => load(target, resolve(folder), values), { mayRun: false });
  process.stdout.write(
    `Restored as it was at ${at}. Start the portal: what it had not told yet, it tells now.\n` +
      'Where the signed log had come further than that, or its files are not here, it goes on under a new name.\n',
  );
});
