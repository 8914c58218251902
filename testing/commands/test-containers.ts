/**
 * `npm run test:containers`: what containers can change. The service tests of what talks to Postgres, Kafka and Redis, some
 * whole journeys and the queries, on containers of Testcontainers; the images as compose runs them.
 */
import { dockerAnswers } from '../../infra/backing/docker.ts';
import { CommandError, runCommand } from '../../infra/command.ts';
import { runTests } from '../run-vitest.ts';

/** Parts of their paths. */
const files = [
  'packages/kit/',
  'infra/',
  'plans.service',
  'searching.service',
  'submitting.service',
  'sign-up.service',
  'sending.service',
  'tests/journeys/one-report',
  'tests/journeys/closure.test',
  'tests/journeys/desk.test',
  'tests/guards/queries',
  'tests/deploy/compose',
  'tests/deploy/manifests',
];

await runCommand(async () => {
  if (!(await dockerAnswers())) throw new CommandError('No Docker engine is running. Start one, or run npm test.');
  const projects = ['service', 'journey', 'deploy'].flatMap((name) => ['--project', name]);
  await runTests([...projects, ...files], { TEST_BACKING: 'containers' });
});
