/** A command: `node services/auth/manage-residents.ts suspend <email> | resume <email>`, likewise (`manage-admins.ts`). */
import { manageResidents } from './accounts/suspend.ts';
import { runManaging } from './run-managing.ts';

await runManaging(manageResidents);
