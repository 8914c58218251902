/** `npm test [-- --project unit]`: checks, then every test there is. Ends with `N passed, N failed`. */
import { runCommand } from '../../infra/command.ts';
import { printChecks } from '../../infra/verify/checks.ts';
import { runTests } from '../run-vitest.ts';

await runCommand(async () => {
  const given = process.argv.slice(2);
  await runTests(given, {}, given.length > 0 ? undefined : printChecks());
});
