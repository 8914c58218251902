import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBacking } from '../../infra/backing/index.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import { testConfig } from '../config.ts';
import { startContainers } from '../containers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backing: { clusterUrl: string; redisUrl: string; kafkaBrokers: string[] };
  }
}

/** Starts Postgres, Kafka and Redis for the service tests, on free ports, with data in a temporary folder. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-service-tests-'));
  await chmod(dataDir, 0o711);
  const backing = testConfig.backing === 'containers' ? await startContainers() : await startNative(dataDir);
  project.provide('backing', {
    clusterUrl: backing.databaseUrl('postgres'),
    redisUrl: backing.redisUrl,
    kafkaBrokers: backing.kafkaBrokers,
  });
  return async () => {
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

const startNative = async (dataDir: string) =>
  startBacking({
    dataDir,
    ports: await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']),
    password: 'service-tests',
    print: () => {},
  });
