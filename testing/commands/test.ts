/** `npm test [-- --project unit]`: checks, then every test there is. Ends with `N passed, N failed`. */

import { runCommand } from '../../infra/command.ts';
import { printChecks } from '../../infra/verify/checks.ts';
import { runTests } from '../run-vitest.ts';

await runCommand(async () => {
  const given = process.argv.slice(2);
  const checks = given.length > 0 ? { passed: 0, failed: 0 } : printChecks();
  const tests = await runTests(given);
  const failed = checks.failed + tests.failed;
  process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
