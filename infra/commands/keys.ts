/**
 * `npm run keys -- rotate | list | retire [kid] | reseal`: the keys that sign tokens. `rotate` creates a new one, and
 * new keys for links; sessions and mailed links stay valid; `retire` ends a stolen key and its tokens; `reseal` seals
 * the keys anew after SIGNING_KEY_SECRET was changed (the earlier one: SIGNING_KEY_SECRET_OLD). `npm run keys secret`
 * makes a new admin secret key.
 */
import { resolve } from 'node:path';
import { CommandError, runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { changeAdminKey } from '../run/secrets.ts';
import { requireRunning, runServiceCommand } from '../run/service-command.ts';

const [action, ...args] = process.argv.slice(2);

await runCommand(async () => {
  if (action === 'rotate') {
    await runServiceCommand('auth', 'rotate-keys.ts');
    return runServiceCommand('reports', 'rotate-link-key.ts');
  }
  if (action === 'list' || action === 'retire' || action === 'reseal')
    return runServiceCommand('auth', 'manage-keys.ts', [action, ...args]);
  if (action === 'secret') return changeSecret();
  throw new CommandError('Use: npm run keys rotate | list | retire [kid] | reseal | secret');
});

async function changeSecret(): Promise<void> {
  await requireRunning();
  const key = await changeAdminKey(resolve(readInfraConfig().DATA_DIR));
  if (key === null) {
    throw new CommandError(
      'The key comes from ADMIN_SECRET_KEY or ADMIN_SECRET_KEY_FILE of npm start: change it there.',
    );
  }
  process.stdout.write(`Admin secret key  ${key}\nThe old one counts no more.\n`);
}
