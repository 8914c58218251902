/** `npm run audit-log verify`: whether every entry of the running portal's audit log is as it was written. */
import { CommandError, runCommand } from '../command.ts';
import { runAuthCommand } from '../run/auth-command.ts';

await runCommand(() => {
  if (process.argv.slice(2).join(' ') !== 'verify') throw new CommandError('Use: npm run audit-log verify');
  return runAuthCommand('verify-audit.ts');
});
