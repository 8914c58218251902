/** `npm run admins -- list | disable <email> | …` (services/auth/staff/manage.ts): who administers the running portal. */
import { runCommand } from '../command.ts';
import { runAuthCommand } from '../run/auth-command.ts';

await runCommand(() => runAuthCommand('manage-admins.ts', process.argv.slice(2)));
