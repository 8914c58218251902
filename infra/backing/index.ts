import { type InfraConfig, readInfraConfig, Trouble } from '../config.ts';
import { dockerAnswers, imagesAtHand, startDocker } from './docker.ts';
import { startNative } from './native.ts';

export interface Backing {
  /** The URL of one database of the cluster. */
  databaseUrl(name: string): string;
  kafkaBrokers: string[];
  redisUrl: string;
  /** What was chosen, and why, in one line. */
  how: string;
  /** The programs that were started here: name and process id. */
  pids: Record<string, number>;
  stop(): Promise<void>;
}

export interface BackingPorts {
  postgres: number;
  kafka: number;
  kafkaController: number;
  redis: number;
}

export interface BackingOptions {
  dataDir: string;
  ports: BackingPorts;
  /** The password of the cluster's owner; only this machine can reach it. */
  password: string;
  log: (line: string) => void;
  config?: InfraConfig;
}

/** Postgres, Kafka and Redis: those the environment names, else containers, else native programs. Never a stand-in. */
export async function startBacking(options: BackingOptions): Promise<Backing> {
  const config = options.config ?? readInfraConfig();
  const given = fromEnvironment(config);
  if (config.BACKING === 'env' || (given && !config.BACKING)) {
    if (given) return given;
    throw new Trouble('BACKING=env needs DATABASE_URL, KAFKA_BROKERS and REDIS_URL.');
  }
  if (config.BACKING === 'native') return startNative(options, 'native programs, as BACKING says');
  if (config.BACKING === 'docker') return startDocker(options, config, 'containers, as BACKING says');
  if (!(await dockerAnswers())) return startNative(options, 'native programs: no Docker engine is running');
  const missing = await imagesAtHand(config, options.log);
  if (missing) return startNative(options, `native programs: the image ${missing} is not here and cannot be pulled`);
  return startDocker(options, config, 'containers: a Docker engine is running');
}

function fromEnvironment({ DATABASE_URL, KAFKA_BROKERS, REDIS_URL }: InfraConfig): Backing | null {
  if (!DATABASE_URL || !KAFKA_BROKERS || !REDIS_URL) return null;
  return {
    databaseUrl: (name) => withDatabase(DATABASE_URL, name),
    kafkaBrokers: KAFKA_BROKERS.split(','),
    redisUrl: REDIS_URL,
    how: 'those that DATABASE_URL, KAFKA_BROKERS and REDIS_URL name',
    pids: {},
    stop: async () => {},
  };
}

export function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
