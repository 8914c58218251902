/** `npm run fuzz`: Schemathesis tries a portal by its `/openapi.json`, FUZZ_EXAMPLES (450) cases for each operation. */
import { runCommand } from '../../infra/command.ts';
import { childEnvironment } from '../../infra/config.ts';
import { noLimits } from '../no-limits.ts';
import { runTests } from '../run-vitest.ts';

await runCommand(async () => {
  const { FUZZ_EXAMPLES = '450' } = childEnvironment();
  const given = ['--project', 'journey', 'tests/guards/schemathesis.test.ts', ...process.argv.slice(2)];
  await runTests(given, { ...noLimits, FUZZ_EXAMPLES });
});
