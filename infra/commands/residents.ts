/** `npm run residents -- suspend <email> | resume <email> | erase-report <reference>`: people of the running portal. */
import { runCommand } from '../command.ts';
import { runAuthCommand, runServiceCommand } from '../run/auth-command.ts';

const [action, ...args] = process.argv.slice(2);
await runCommand(() =>
  action === 'erase-report'
    ? runServiceCommand('reports', 'erase-report.ts', args)
    : runAuthCommand('manage-residents.ts', process.argv.slice(2)),
);
