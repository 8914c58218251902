/** `npm run admins -- list | disable <email> | enable <email> | move <email> <tehsil>`: who administers the running portal. */
import { runCommand } from '../command.ts';
import { runAuthCommand } from '../run/auth-command.ts';

await runCommand(() => runAuthCommand('manage-admins.ts', process.argv.slice(2)));
