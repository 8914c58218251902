/** The steps of docs/scaling.md beyond one server, tried in small: that they keep what is promised, not how fast they are. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import type { Row } from './measure.ts';
import { readsOfReplica } from './replica.ts';
import { twoShards } from './shards.ts';

/** Starts Postgres, Kafka and Redis, no portal, and a second Postgres. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  // Postgres does not run as root: its user has to reach the folder.
  await chmod(dataDir, 0o711);
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const backing = await startBacking({ dataDir, ports, password: 'bench', print });
  try {
    const cluster = backing.databaseUrl('postgres');
    print('two shards of reports');
    const shards = await twoShards(cluster, backing.kafkaBrokers);
    print('a replica that is read from once it has what the reader wrote');
    return [...shards, ...(await readsOfReplica(join(dataDir, 'postgres'), cluster, 'bench'))];
  } finally {
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
