/** `node services/auth/manage-residents.ts suspend <email> | resume <email>`: exit code 1 when nothing was done. */
import { manageResidents } from './accounts/suspend.ts';
import { runManaging } from './run-managing.ts';

await runManaging(manageResidents);
