import type { InfraConfig } from '../config.ts';
import type { BackingAddresses } from '../system.ts';

export interface Backing extends BackingAddresses {
  /** What was chosen, and why, in one line. */
  how: string;
  /** The programs that were started here: name and process id. */
  pids: Record<string, number>;
  stop(): Promise<void>;
}

interface BackingPorts {
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
  /** Called when a program was started again and has another process id. */
  moved?: () => void;
  config?: InfraConfig;
  /** Breaks off what takes long: fetching jars, pulling images. */
  signal?: AbortSignal;
}

/** The URL of another database of a cluster. */
export function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
