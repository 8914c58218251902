/** `npm run audit-log verify`: checks that the running portal's audit log is as it was written, and as the signed log says. */
import { CommandError, runCommand } from '../command.ts';
import { requireRunning, runServiceCommand } from '../run/service-command.ts';

await runCommand(async () => {
  if (process.argv.slice(2).join(' ') !== 'verify') throw new CommandError('Use: npm run audit-log verify');
  const { urls } = await requireRunning();
  return runServiceCommand('auth', 'verify-audit.ts', ['verify', urls.portal]);
});
