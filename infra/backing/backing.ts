import type { InfraConfig } from '../config.ts';
import type { BackingAddresses } from '../system.ts';

export interface Backing extends BackingAddresses {
  /** One line: which backing services were chosen, and why. */
  how: string;
  /** Process ids of the programs started here, by name. */
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
  /** The password of the cluster owner. The cluster listens on loopback only. */
  password: string;
  print: (line: string) => void;
  /** Called when a program was restarted and so has another process id. */
  onRestart?: () => void;
  config?: InfraConfig;
  /** Aborts fetching jars and pulling images. */
  signal?: AbortSignal;
}

/** The URL of another database of a cluster. */
export function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
