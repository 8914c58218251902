/** `npm run test:containers`: service tests, journeys and the short selection of faults on Postgres, Kafka and Redis of Testcontainers; the images. */
import { dockerAnswers } from '../backing/docker.ts';
import { CommandError, runCommand } from '../command.ts';
import { runTests } from '../verify/run-vitest.ts';

await runCommand(async () => {
  if (!(await dockerAnswers())) throw new CommandError('No Docker engine is running. Start one, or run npm test.');
  const projects = ['service', 'journey', 'alone', 'deploy', 'fault'].flatMap((name) => ['--project', name]);
  const { passed, failed } = await runTests(projects, { TEST_BACKING: 'containers' });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
