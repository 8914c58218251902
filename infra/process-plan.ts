/** What the table in system.ts says of a process, and what its environment is made from. */
import type { Frontend, Service } from '@tma/contracts';
import type { KafkaAccess } from '@tma/kit';

/** The ports of a developer's machine, chosen to stay clear of a Postgres, Kafka or Redis that is already there. */
export const defaultPorts = {
  gateway: 8080,
  mailbox: 8025,
  smtp: 8026,
  gatewayMetrics: 4005,
  auth: 4001,
  reports: 4002,
  files: 4003,
  notify: 4004,
  open311: 4006,
  sms: 4007,
  shell: 4010,
  resident: 4011,
  admin: 4012,
  postgres: 5442,
  kafka: 9192,
  kafkaController: 9193,
  redis: 6390,
};
export type Ports = typeof defaultPorts;

/** What `npm start` creates once and keeps. */
export interface Secrets {
  adminSecretKey: string;
  signingKeySecret: string;
  linkSecret: string;
  closureLinkSecret: string;
  open311Secret: string;
  unsubscribeSecret: string;
  logKey: string;
  logFilesSecret: string;
  smsKey: string;
  databasePassword: string;
}
export type ProcessSecret = Exclude<keyof Secrets, 'databasePassword'>;

/** The variable in which a process gets a secret: `ADMIN_SECRET_KEY` for `adminSecretKey`. */
export const secretVariable = (secret: ProcessSecret): string =>
  secret.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Where Postgres, Kafka and Redis are reached. */
export interface BackingAddresses {
  /** The URL of one database of the cluster, with a user who may create others. */
  databaseUrl(name: string): string;
  kafkaBrokers: string[];
  /** What the brokers demand, where they demand anything. */
  kafkaAccess?: KafkaAccess;
  redisUrl: string;
}

/** What the table reads of this machine's settings (config.ts). */
export interface Settings {
  SMTP_URL?: string | undefined;
  SMS_URL?: string | undefined;
  SMS_CALLBACK?: string | undefined;
  NODE_ENV: string;
  LOG_LEVEL: string;
  ADMIN_SECRET_KEY?: string | undefined;
  ADMIN_SECRET_KEY_FILE?: string | undefined;
  /** The number of instances by process. */
  SCALE: ReadonlyMap<string, number>;
}

/** What a process's environment is made from. */
export interface Situation {
  ports: Ports;
  backing: BackingAddresses;
  /** The URL of each service's database, with a user of its own. */
  databaseUrls: Record<Service, string>;
  /** What Kafka demands of each service, with a user of its own where there may be one. */
  kafkaAccess: Record<Service, KafkaAccess | undefined>;
  secrets: Secrets;
  dataDir: string;
  publicUrl: string;
  config: Settings;
  /** What every process gets beside its own. */
  env: Record<string, string>;
}

/** What the operator may have set for this machine reaches a process only where its plan says so. */
export const handedOut: readonly string[] = [
  ...['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'SMS_URL', 'SMS', 'ADMIN_SECRET_KEY'],
  ...['KAFKA_BROKERS', 'KAFKA_SSL', 'KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'],
].flatMap((name) => [name, `${name}_FILE`]);

export interface ProcessPlan {
  name: string;
  /** Whether this machine's settings call for it; without this they always do. */
  wanted?(config: Settings): boolean;
  /** The file that node runs, and its arguments. */
  run: readonly string[];
  /** It has heavy work that can wait a little: other processes get the cores first. */
  lowPriority?: true;
  /** Options of node itself. */
  options?: readonly string[];
  port: keyof Ports;
  /** The port of its `/metrics`; without this it has none. */
  metrics?: keyof Ports;
  /** The processes whose URLs it gets. */
  calls?: readonly (Service | Frontend)[];
  secrets?: readonly ProcessSecret[];
  /** Variables that are the same wherever it runs. */
  tuning?: Readonly<Record<string, string>>;
  /** Its whole environment on this machine, `PORT` and `HOST` apart. */
  env(situation: Situation): Record<string, string>;
  /** Started in this order, each tier once the one below is healthy, and stopped in the reverse order. */
  tier: Tier;
}

export const tiers = [1, 2, 3] as const;
export type Tier = (typeof tiers)[number];
