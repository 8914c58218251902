import type { InfraConfig } from '../config.ts';
import type { BackingAddresses, Ports } from '../process-plan.ts';
import type { OwnKafka } from './kafka.ts';

export interface Backing extends BackingAddresses {
  /** One line: which backing services were chosen, and why. */
  how: string;
  /** Process ids of the programs started here, by name. */
  pids: Record<string, number>;
  stop(): Promise<void>;
}

type BackingPorts = Pick<Ports, 'postgres' | 'kafka' | 'kafkaController' | 'redis'>;

export interface BackingOptions {
  dataDir: string;
  ports: BackingPorts;
  /** Special settings of a native broker. */
  kafka?: OwnKafka;
  /** The password of the cluster owner. The cluster listens on loopback only. */
  password: string;
  print: (line: string) => void;
  /** Called when a program was restarted and so has another process id. */
  onRestart?: () => void;
  config?: InfraConfig;
  /** Aborts fetching jars and pulling images. */
  signal?: AbortSignal;
}

/** The URL of the database `postgres` of a cluster on this machine. It has no TLS, whatever `PGSSLMODE` says of others. */
export const clusterUrl = ({ postgres }: Pick<Ports, 'postgres'>, password: string): string =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${postgres}/postgres?sslmode=disable`;

/** Where backing services on this machine are reached. */
export const localAddresses = (ports: BackingPorts, password: string): BackingAddresses => ({
  databaseUrl: (name) => withDatabase(clusterUrl(ports, password), name),
  kafkaBrokers: [`127.0.0.1:${ports.kafka}`],
  redisUrl: `redis://127.0.0.1:${ports.redis}`,
});

export function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
