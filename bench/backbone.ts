/** The first steps of events: a report with its event compared with one statement, closing with another change, the relay with kafkajs alone, slow commits. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { closingAgainstChange } from './closing.ts';
import { eventsOnSlowCommits } from './commits.ts';
import type { Row } from './measure.ts';
import { relayAgainstProduce } from './relay.ts';
import { transactionAgainstStatement } from './transaction.ts';

/** Starts Postgres, Kafka and Redis, no portal. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  // Postgres does not run as root: its user has to reach the folder.
  await chmod(dataDir, 0o711);
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const backing = await startBacking({ dataDir, ports, password: 'bench', print });
  try {
    const cluster = backing.databaseUrl('postgres');
    print('the relay and kafkajs alone');
    const relay = await relayAgainstProduce(cluster, backing.kafkaBrokers);
    print('transactions with an event, on slow commits');
    const commits = await eventsOnSlowCommits(cluster);
    print('a report with its event, in a transaction and in one statement');
    const submissions = await transactionAgainstStatement(cluster, backing.pids.postgres);
    print('closing a report, and another change of its status');
    return [...relay, ...commits, ...submissions, ...(await closingAgainstChange(cluster))];
  } finally {
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
