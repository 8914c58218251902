/** `npm run admins -- list | disable <email> | …` (services/auth/staff/manage.ts): who administers the running portal. */
import { runCommand } from '../command.ts';
import { runServiceCommand } from '../run/service-command.ts';

await runCommand(() => runServiceCommand('auth', 'manage-admins.ts', process.argv.slice(2)));
