/** `npm run test:faults [-- -t <fault>]`: every fault, FAULT_RUNS (20) times each; the table is kept in tests/faults/RESULTS.md. */
import { childEnvironment, command } from './config.ts';
import { runTests } from './run-tests.ts';

await command(async () => {
  const { FAULT_RUNS = '20' } = childEnvironment();
  const { passed, failed } = await runTests(['--project', 'fault', ...process.argv.slice(2)], {
    FAULTS: 'all',
    FAULT_RUNS,
  });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
