import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kafkaAccess } from '@tma/kit';
import { CommandError } from '../command.ts';
import { asCommandError, type InfraConfig, readInfraConfig } from '../config.ts';
import { type Backing, type BackingOptions, withDatabase } from './backing.ts';
import { dockerAnswers, dockerProjectFile, pullImages, startDocker } from './docker.ts';
import { startNative } from './native.ts';

/** Postgres, Kafka and Redis: those the environment names, else containers, else native programs. Never a mock. */
export async function startBacking(options: BackingOptions): Promise<Backing> {
  const config = options.config ?? readInfraConfig();
  if (config.BACKING === 'env' || !config.BACKING) {
    const named = fromEnvironment(config);
    if (named) return named;
  }
  if (config.BACKING === 'native') return startNative(options, 'native programs, as BACKING says');
  const stored = config.BACKING ? null : storedBy(options.dataDir);
  if (stored === 'native') return startNative(options, 'native programs, which keep the data that is here');
  const engine = await dockerAnswers();
  if (stored === 'docker' && !engine) {
    throw new CommandError(`The data of ${options.dataDir} is kept by Docker, but ${noEngine}. ${startEngine}`);
  }
  if (config.BACKING === 'docker' && !engine) throw new CommandError(`BACKING=docker, but ${noEngine}. ${startEngine}`);
  if (!engine) return startNative(options, `native programs: ${noEngine}`);
  const missing = await pullImages(config, options.print, options.signal);
  if (config.BACKING === 'docker') {
    if (missing) throw new CommandError(`BACKING=docker, but the image ${missing} is not here and cannot be pulled.`);
    return startDocker(options, config, 'containers, as BACKING says');
  }
  if (missing && stored === 'docker') {
    throw new CommandError(
      `The data of ${options.dataDir} is kept by Docker, but the image ${missing} is not here and could not be pulled. ` +
        `Start again once this works: docker pull ${missing}`,
    );
  }
  if (missing) return startNative(options, `native programs: the image ${missing} is not here and cannot be pulled`);
  return startDocker(options, config, 'containers: a Docker engine is running');
}

/** Where the data of a folder is stored. A Docker engine that is started or stopped later must not make the data look lost. */
export function storedBy(dataDir: string): 'native' | 'docker' | null {
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return 'native';
  return existsSync(join(dataDir, dockerProjectFile)) ? 'docker' : null;
}

/** It may be running, but not for this user. */
const noEngine = 'no Docker engine with compose answers';
const startEngine = 'Start Docker, as a user who may use it.';

/** The backing services that the environment names: all three or none. */
function fromEnvironment(config: InfraConfig): Backing | null {
  const { DATABASE_URL, KAFKA_BROKERS, REDIS_URL } = config;
  if (!DATABASE_URL || !KAFKA_BROKERS || !REDIS_URL) {
    const some = DATABASE_URL || KAFKA_BROKERS || REDIS_URL;
    if (!some && config.BACKING !== 'env') return null;
    const missing = (['DATABASE_URL', 'KAFKA_BROKERS', 'REDIS_URL'] as const).filter((name) => !config[name]);
    throw new CommandError(
      `${missing.join(' and ')} must be set too, to use backing services that run already. Else set none of the three.`,
    );
  }
  return {
    databaseUrl: (name) => withDatabase(DATABASE_URL, name),
    kafkaBrokers: KAFKA_BROKERS,
    kafkaAccess: asCommandError(() => kafkaAccess(config)),
    redisUrl: REDIS_URL,
    how: 'those that DATABASE_URL, KAFKA_BROKERS and REDIS_URL name',
    pids: {},
    stop: async () => {},
  };
}
