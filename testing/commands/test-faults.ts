/** `npm run test:faults [-- -t <fault>]`: every fault, FAULT_RUNS (20) times each, and what is killed or cut at each moment; the table is kept in tests/faults/RESULTS.md. */
import { runCommand } from '../../infra/command.ts';
import { childEnvironment } from '../../infra/config.ts';
import { runTests } from '../run-vitest.ts';

await runCommand(async () => {
  const { FAULT_RUNS = '20' } = childEnvironment();
  const files = ['tests/faults/', 'tests/journeys/report-once'];
  const args = [
    '--project',
    'fault',
    '--project',
    'journey',
    '--no-file-parallelism',
    ...files,
    ...process.argv.slice(2),
  ];
  const { passed, failed } = await runTests(args, { FAULTS: 'all', FAULT_RUNS });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
