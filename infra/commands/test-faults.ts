/** `npm run test:faults [-- -t <fault>]`: every fault, FAULT_RUNS (20) times each; the table is kept in tests/faults/RESULTS.md. */
import { runCommand } from '../command.ts';
import { childEnvironment } from '../config.ts';
import { runTests } from '../verify/run-vitest.ts';

await runCommand(async () => {
  const { FAULT_RUNS = '20' } = childEnvironment();
  const { passed, failed } = await runTests(['--project', 'fault', '--no-file-parallelism', ...process.argv.slice(2)], {
    FAULTS: 'all',
    FAULT_RUNS,
  });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
