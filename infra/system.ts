/**
 * The whole system in one table: every process, port, topic and database. `npm start`, the tests and the images read it.
 */
import { consumers, deadLetterTopic, topics } from '@tma/contracts';
import type { TopicPlan } from '@tma/kit';
import type { InfraConfig } from './config.ts';

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
  shell: 4010,
  resident: 4011,
  admin: 4012,
  postgres: 5442,
  kafka: 9192,
  kafkaController: 9193,
  redis: 6390,
};
export type Ports = typeof defaultPorts;

export const databases = {
  auth: 'tma_auth',
  reports: 'tma_reports',
  files: 'tma_files',
  notify: 'tma_notify',
} as const;
export type ServiceName = keyof typeof databases;

/** Partitions bound how many instances of a service can share a topic's work; dead letters are few. */
export const topicPlans: readonly TopicPlan[] = Object.values(topics).flatMap((name) => [
  { name, partitions: 6, config: { 'retention.ms': String(30 * 24 * 3600 * 1000), 'min.insync.replicas': '1' } },
  ...consumers[name].map((group) => ({
    name: deadLetterTopic(name, group),
    partitions: 1,
    config: { 'retention.ms': '-1', 'min.insync.replicas': '1' },
  })),
]);

/** What `npm start` makes once and keeps. */
export interface Secrets {
  adminSecretKey: string;
  signingKeySecret: string;
  unsubscribeSecret: string;
  databasePassword: string;
}

/** Where Postgres, Kafka and Redis are reached. */
export interface BackingAddresses {
  /** The URL of one database of the cluster. */
  databaseUrl(name: string): string;
  kafkaBrokers: string[];
  redisUrl: string;
}

/** What a process's environment is made from. */
export interface Situation {
  ports: Ports;
  backing: BackingAddresses;
  secrets: Secrets;
  dataDir: string;
  publicUrl: string;
  config: InfraConfig;
  /** What every process gets beside its own. */
  env: Record<string, string>;
}

export interface ProcessPlan {
  name: string;
  /** Whether the situation calls for it; without this it always does. */
  wanted?(config: InfraConfig): boolean;
  /** The file that node runs, and its arguments. */
  run: readonly string[];
  /** It has heavy work that can wait a little: other processes get the cores first. */
  lowPriority?: true;
  /** Options of node itself. */
  options?: readonly string[];
  port: keyof Ports;
  env(situation: Situation): Record<string, string>;
  /** Started in this order, each tier once the one below is healthy, and stopped in the other. */
  tier: Tier;
}

export const tiers = [1, 2, 3] as const;
export type Tier = (typeof tiers)[number];

const at = (port: number) => `http://127.0.0.1:${port}`;

/**
 * What is needed for a moment only is collected often: all services together hold 225 MB less. The gateway passes an eighth
 * fewer requests on for it: still ten times what stands behind it can answer.
 */
const slimOptions = ['--max-semi-space-size=1'];
/**
 * For processes that files flow through: pieces of them go back to the system at once, instead of waiting in the
 * allocator's pools. With both, 16 uploads at once make the two grow by 53 MB, without by 190 MB.
 */
const slim = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };

const service = (name: ServiceName, more: (situation: Situation) => Record<string, string>): ProcessPlan => ({
  name,
  options: slimOptions,
  run: [`services/${name}/main.ts`],
  port: name,
  tier: 2,
  env: (situation) => ({
    PUBLIC_URL: situation.publicUrl,
    DATABASE_URL: situation.backing.databaseUrl(databases[name]),
    KAFKA_BROKERS: situation.backing.kafkaBrokers.join(','),
    REDIS_URL: situation.backing.redisUrl,
    JWKS_URL: `${at(situation.ports.auth)}/auth/v1/.well-known/jwks.json`,
    ...more(situation),
  }),
});

const frontend = (name: 'shell' | 'resident' | 'admin'): ProcessPlan => ({
  name,
  run: ['frontends/server/main.ts', '--root', `frontends/${name}/dist`, ...(name === 'shell' ? ['--pages'] : [])],
  port: name,
  tier: 2,
  env: () => ({}),
});

/** The instances of a process, which share its port: the system hands each connection to one of them. */
export function instancesOf(plan: ProcessPlan, config: InfraConfig): ProcessPlan[] {
  const count = config.SCALE.get(plan.name) ?? 1;
  if (count === 1) return [plan];
  const env = (situation: Situation) => ({ ...plan.env(situation), REUSE_PORT: 'true' });
  return Array.from({ length: count }, (_, index) => ({
    ...plan,
    name: index === 0 ? plan.name : `${plan.name}-${index + 1}`,
    env,
  }));
}

/** The plan of a process, or of an instance of it, by its name. */
export const planOf = (name: string) => processes.find((plan) => plan.name === name.replace(/-\d+$/, ''));

export const processes: readonly ProcessPlan[] = [
  {
    name: 'mailbox',
    wanted: ({ SMTP_URL }) => SMTP_URL === undefined,
    run: ['infra/mailbox/main.ts'],
    port: 'mailbox',
    tier: 1,
    env: ({ ports, dataDir }) => ({ SMTP_PORT: String(ports.smtp), MAILBOX_DIR: `${dataDir}/mailbox` }),
  },
  {
    ...service('auth', ({ secrets }) => ({
      ADMIN_SECRET_KEY: secrets.adminSecretKey,
      SIGNING_KEY_SECRET: secrets.signingKeySecret,
    })),
    lowPriority: true,
  },
  service('reports', ({ ports }) => ({ FILES_URL: at(ports.files), ...slim })),
  service('files', ({ dataDir }) => ({ STORAGE_DIR: `${dataDir}/files`, ...slim })),
  service('notify', ({ ports, secrets, config, publicUrl }) => ({
    SMTP_URL: config.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: config.MAIL_FROM ?? `Tehsil reporting portal <no-reply@${new URL(publicUrl).hostname}>`,
    UNSUBSCRIBE_SECRET: secrets.unsubscribeSecret,
  })),
  frontend('shell'),
  frontend('resident'),
  frontend('admin'),
  {
    name: 'gateway',
    options: slimOptions,
    run: ['gateway/main.ts'],
    port: 'gateway',
    tier: 3,
    env: ({ ports, publicUrl, secrets }) => ({
      PUBLIC_URL: publicUrl,
      ADMIN_SECRET_KEY: secrets.adminSecretKey,
      METRICS_PORT: String(ports.gatewayMetrics),
      AUTH_URL: at(ports.auth),
      REPORTS_URL: at(ports.reports),
      FILES_URL: at(ports.files),
      NOTIFY_URL: at(ports.notify),
      SHELL_URL: at(ports.shell),
      RESIDENT_URL: at(ports.resident),
      ADMIN_URL: at(ports.admin),
    }),
  },
];
