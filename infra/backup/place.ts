import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startBacking } from '../backing/index.ts';
import { CommandError } from '../command.ts';
import { childEnvironment, type InfraConfig, readInfraConfig } from '../config.ts';
import { readToolsConfig, speaksOfSystem } from '../deploy/tools.config.ts';
import { choosePorts } from '../run/choose-ports.ts';
import { lockDataFolder } from '../run/data-folder.ts';
import { endLeftovers } from '../run/leftovers.ts';
import { prepare } from '../run/prepare.ts';
import { readRunning } from '../run/run-file.ts';
import { readSecrets } from '../run/secrets.ts';
import { databases, type ServiceName } from '../system.ts';

/** A system whose data can be taken or put back. */
export interface Place {
  databases: Record<ServiceName, string>;
  brokers: readonly string[];
  /** The storage folder; null where files lie in S3. */
  storage: string | null;
  /** The folder whose `secrets.json` belongs to the data; null where the operator keeps the secrets. */
  secrets: string | null;
}

export const services = Object.keys(databases) as ServiceName[];

/**
 * Finds the system that is meant: the one that the environment names (in the tools image), else the portal of the data
 * folder. One that does not run gets its backing services for as long as `work` takes.
 */
export async function withPlace<T>(work: (place: Place) => Promise<T>, options: { mayRun: boolean }): Promise<T> {
  if (speaksOfSystem()) return work(placeOfEnvironment());
  const config = readInfraConfig();
  const dataDir = resolve(config.DATA_DIR);
  const running = await readRunning(dataDir);
  if (!running) return withBacking(config, dataDir, work);
  if (!options.mayRun)
    throw new CommandError(`The portal is running (process ${running.pid}). Stop it first with Ctrl-C.`);
  return work({ databases: running.databases, brokers: running.brokers, ...foldersOf(dataDir) });
}

function placeOfEnvironment(): Place {
  const config = readToolsConfig();
  return {
    databases: {
      auth: config.AUTH_DATABASE_URL,
      reports: config.REPORTS_DATABASE_URL,
      files: config.FILES_DATABASE_URL,
      notify: config.NOTIFY_DATABASE_URL,
    },
    brokers: config.KAFKA_BROKERS,
    storage: config.STORAGE_DIR ?? null,
    secrets: null,
  };
}

const foldersOf = (dataDir: string) => ({
  storage: childEnvironment().S3_BUCKET ? null : join(dataDir, 'files'),
  secrets: dataDir,
});

async function withBacking<T>(config: InfraConfig, dataDir: string, work: (place: Place) => Promise<T>): Promise<T> {
  const letGo = await lockDataFolder(dataDir);
  try {
    await endLeftovers(dataDir);
    const { databasePassword } = await readSecrets(dataDir);
    const ports = await choosePorts('free', config);
    const backing = await startBacking({ dataDir, ports, password: databasePassword, print: () => {}, config });
    try {
      await prepare(backing);
      const urls = services.map((name) => [name, backing.databaseUrl(databases[name])] as const);
      return await work({
        databases: Object.fromEntries(urls) as Record<ServiceName, string>,
        brokers: backing.kafkaBrokers,
        ...foldersOf(dataDir),
      });
    } finally {
      await backing.stop();
    }
  } finally {
    await letGo();
  }
}

/** Where a backup keeps the secrets of the data. */
export const secretsOf = (folder: string): string | null => {
  const file = join(folder, 'secrets.json');
  return existsSync(file) ? file : null;
};
