/** `npm run residents -- suspend <email> | resume <email> | erase-report <reference>`: people of the running portal. */
import { runCommand } from '../command.ts';
import { runServiceCommand } from '../run/service-command.ts';

const [action, ...args] = process.argv.slice(2);
await runCommand(() =>
  action === 'erase-report'
    ? runServiceCommand('reports', 'erase-report.ts', args)
    : runServiceCommand('auth', 'manage-residents.ts', process.argv.slice(2)),
);
