/**
 * A command: `node services/auth/manage-admins.ts list | disable <email> | enable <email> | move <email> <tehsil> |
 * role <email> <role> | remove-factor <email>` with the service's environment. Its exit code is 1 when nothing was done.
 */
import { runManaging } from './run-managing.ts';
import { manageAdmins } from './staff/manage.ts';

await runManaging(manageAdmins);
