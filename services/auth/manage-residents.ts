/**
 * A command: `node services/auth/manage-residents.ts suspend <email> | resume <email>` with the service's environment. Its exit code is 1
 * when nothing was done.
 */
import { manageResidents } from './accounts/suspend.ts';
import { runManaging } from './run-managing.ts';

await runManaging(manageResidents);
