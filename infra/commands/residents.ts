/** `npm run residents -- suspend <email> | resume <email>`: who may use the running portal. */
import { runCommand } from '../command.ts';
import { runAuthCommand } from '../run/auth-command.ts';

await runCommand(() => runAuthCommand('manage-residents.ts', process.argv.slice(2)));
