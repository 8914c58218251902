/** `npm run test:containers`: service tests, journeys and the short selection of faults on Postgres, Kafka and Redis of Testcontainers; the images. */
import { dockerAnswers } from './backing/docker.ts';
import { command, Trouble } from './config.ts';
import { runTests } from './run-tests.ts';

await command(async () => {
  if (!(await dockerAnswers())) throw new Trouble('No Docker engine is running. Start one, or run npm test.');
  const projects = ['service', 'journey', 'deploy', 'fault'].flatMap((name) => ['--project', name]);
  const { passed, failed } = await runTests(projects, { TEST_BACKING: 'containers' });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
