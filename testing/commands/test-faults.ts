/** `npm run test:faults [-- -t <fault>]`: every fault, FAULT_RUNS (20) times each, and what is killed or cut at each moment; the table is kept in tests/faults/RESULTS.md. */
import { runCommand } from '../../infra/command.ts';
import { childEnvironment } from '../../infra/config.ts';
import { runTests } from '../run-vitest.ts';

await runCommand(async () => {
  const { FAULT_RUNS = '20' } = childEnvironment();
  const files = ['tests/faults/', 'tests/journeys/report-once'];
  const projects = ['--project', 'fault', '--project', 'journey', '--no-file-parallelism'];
  await runTests([...projects, ...files, ...process.argv.slice(2)], { FAULTS: 'all', FAULT_RUNS });
});
