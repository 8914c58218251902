import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Service } from '@tma/contracts';
import type { KafkaServers } from '@tma/kit';
import { startBacking } from '../backing/index.ts';
import { CommandError } from '../command.ts';
import { type InfraConfig, namesBucket, readInfraConfig } from '../config.ts';
import { brokersOf, databasesOf, namesSystem, readToolsConfig } from '../deploy/tools.config.ts';
import { killAll } from '../processes/children.ts';
import { listenForStop } from '../processes/listen-for-stop.ts';
import { choosePorts } from '../run/choose-ports.ts';
import { lockDataFolder } from '../run/data-folder.ts';
import { createDatabasesAndTopics } from '../run/databases-and-topics.ts';
import { endLeftovers } from '../run/leftovers.ts';
import { readRunning, serversOf } from '../run/run-file.ts';
import { readSecrets } from '../run/secrets.ts';

/** A system whose data can be backed up or restored. */
export interface Target {
  databases: Record<Service, string>;
  brokers: KafkaServers;
  /** The storage folder; null where files are in S3. */
  storage: string | null;
}

/**
 * Finds the system to work on: the one that the environment names (in the tools image), else the portal of the data folder.
 * For one that does not run, the backing services are started for as long as `work` takes. Throws `CommandError` when it
 * runs and `mayRun` is false.
 */
export async function withTarget<T>(work: (target: Target) => Promise<T>, options: { mayRun: boolean }): Promise<T> {
  if (namesSystem()) return work(targetFromEnvironment());
  const config = readInfraConfig();
  const dataDir = resolve(config.DATA_DIR);
  const running = await readRunning(dataDir);
  if (!running) return withBacking(config, dataDir, work);
  if (!options.mayRun)
    throw new CommandError(`The portal is running (process ${running.pid}). Stop it first with Ctrl-C.`);
  const { databases, inBucket } = running;
  return work({ databases, brokers: serversOf(running), storage: storageOf(dataDir, inBucket) });
}

function targetFromEnvironment(): Target {
  const config = readToolsConfig();
  return {
    databases: databasesOf(config),
    brokers: brokersOf(config),
    storage: config.S3_BUCKET ? null : (config.STORAGE_DIR ?? null),
  };
}

/** The storage folder of a portal on this machine; null where files is given a bucket. */
export const storageOf = (dataDir: string, inBucket = namesBucket()): string | null =>
  inBucket ? null : join(dataDir, 'files');

/** The backing services are stopped also where Ctrl-C ends the work: a Docker engine would go on with them. */
async function withBacking<T>(config: InfraConfig, dataDir: string, work: (target: Target) => Promise<T>): Promise<T> {
  const signal = listenForStop();
  const ended = once(signal, 'abort').then((): never => {
    throw signal.reason;
  });
  // Nothing may be running to handle the rejection.
  ended.catch(() => {});
  const release = await lockDataFolder(dataDir);
  try {
    await endLeftovers(dataDir);
    const { databasePassword } = await readSecrets(dataDir);
    const ports = await choosePorts('free', config);
    const backing = await startBacking({ dataDir, ports, password: databasePassword, print: () => {}, config, signal });
    const workHere = async () => {
      const databases = await createDatabasesAndTopics(backing, databasePassword);
      // Ctrl-C may have come meanwhile: a restore is not to begin while the backing services are being stopped.
      signal.throwIfAborted();
      const brokers = { brokers: backing.kafkaBrokers, ...backing.kafkaAccess };
      return work({ databases, brokers, storage: storageOf(dataDir) });
    };
    try {
      return await Promise.race([ended, workHere()]);
    } finally {
      await backing.stop();
    }
  } finally {
    await release();
    if (signal.aborted) {
      // As at the end of npm start.
      killAll('SIGTERM');
      process.exit(1);
    }
  }
}
