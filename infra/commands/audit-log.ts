/** `npm run audit-log verify`: whether every entry of the running portal's audit log is as it was written, and as the signed log says. */
import { resolve } from 'node:path';
import { CommandError, runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { requireRunning, runAuthCommand } from '../run/auth-command.ts';

await runCommand(async () => {
  if (process.argv.slice(2).join(' ') !== 'verify') throw new CommandError('Use: npm run audit-log verify');
  const { urls } = await requireRunning(resolve(readInfraConfig().DATA_DIR));
  return runAuthCommand('verify-audit.ts', ['verify', urls.portal]);
});
