/**
 * `npm run keys -- rotate | list | retire [kid]`: the keys that sign tokens. `rotate` creates a new one, and existing sessions
 * go on; `retire` ends one that was stolen, and its tokens.
 */
import { CommandError, runCommand } from '../command.ts';
import { runAuthCommand } from '../run/auth-command.ts';

const [action, ...args] = process.argv.slice(2);

await runCommand(async () => {
  if (action === 'rotate') return runAuthCommand('rotate-keys.ts');
  if (action === 'list' || action === 'retire') return runAuthCommand('manage-keys.ts', [action, ...args]);
  throw new CommandError('Use: npm run keys rotate | list | retire [kid]');
});
