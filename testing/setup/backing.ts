import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Backing } from '../../infra/backing/backing.ts';
import { startBacking } from '../../infra/backing/index.ts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
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

async function startNative(dataDir: string): Promise<Backing> {
  const backing = await startBacking({
    dataDir,
    ports: await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']),
    password: 'service-tests',
    print: () => {},
  });
  // Of one that was started here, never of one that the environment names.
  if (backing.pids.postgres) await withoutFsync(backing.databaseUrl('postgres'));
  return backing;
}

/** As in containers: each file of tests creates a database and drops it, and none of them is needed after the run. */
async function withoutFsync(clusterUrl: string): Promise<void> {
  await withClient(clusterUrl, async (client) => {
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
  });
}
