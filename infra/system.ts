/**
 * The whole system in one table: every process, with its port, secrets and database; the topics are in topic-plans.ts.
 * `npm start` and the tests run it; `npm run manifests` writes the Dockerfile, compose.yaml, the manifests for Kubernetes and
 * the targets of Prometheus from it and from deploy/parts.ts.
 */
import { type Frontend, frontends, type Service, services, urlVariable } from '@tma/contracts';
import type { KafkaAccess } from '@tma/kit';
import { type ProcessPlan, type ProcessSecret, type Settings, type Situation, secretVariable } from './process-plan.ts';

export const isService = (name: string): name is Service => services.some((service) => service === name);

export const byService = <T>(make: (name: Service) => T): Record<Service, T> =>
  Object.fromEntries(services.map((name) => [name, make(name)])) as Record<Service, T>;

export const databases = byService((name) => `tma_${name}`);

export const isFrontend = (name: string): name is Frontend => frontends.some((frontend) => frontend === name);

/** How many instances of a part a cluster starts at most: each has connections to Postgres (docs/scaling.md). */
export const maxInstances = 6;

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

/** The file of the admin secret key in a data folder; it may change while processes run (`npm run keys secret`). */
export const adminKeyFile = (dataDir: string): string => `${dataDir}/admin-secret-key`;

/** The variable in which a process gets a secret. The admin secret key is in a file, unless the environment has it. */
function secretIn(name: ProcessSecret, { config, secrets, dataDir }: Situation): Record<string, string> {
  if (name !== 'adminSecretKey') return { [secretVariable(name)]: secrets[name] };
  const file = config.ADMIN_SECRET_KEY_FILE ?? (config.ADMIN_SECRET_KEY ? null : adminKeyFile(dataDir));
  return file === null ? { ADMIN_SECRET_KEY: secrets[name] } : { ADMIN_SECRET_KEY_FILE: file };
}

/** Adds what follows from the rest of a plan to its environment. */
const plan = (own: ProcessPlan): ProcessPlan => ({
  ...own,
  env: (situation) => ({
    ...own.tuning,
    ...Object.fromEntries((own.calls ?? []).map((name) => [urlVariable(name), urlOf(situation.ports[name])])),
    ...Object.assign({}, ...(own.secrets ?? []).map((name) => secretIn(name, situation))),
    ...own.env(situation),
  }),
});

/**
 * Options of Node for its heap, in MB. Short-lived objects are collected when they fill `young`: with 1 all services
 * together use 225 MB less. With a small `limit` Node lets the heap grow by only a third between full collections: to
 * 46 MB instead of 120 where 35 are in use. But buffers outside the heap cause full collections as often: in processes
 * that pass all data through buffers these took half of the processor's time, so such processes have a limit that they
 * never come near.
 */
const heap = (young: number, limit = 192) => [`--max-semi-space-size=${young}`, `--max-old-space-size=${limit}`];
/** For processes that pass files on: freed memory goes back to the system at once, and stays in no pool of the allocator. */
const slim = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };

const kafkaVariables = ({ ssl = false, sasl }: KafkaAccess = {}): Record<string, string> => ({
  ...(ssl && { KAFKA_SSL: 'true' }),
  ...(sasl && {
    KAFKA_SASL_MECHANISM: sasl.mechanism,
    KAFKA_USERNAME: sasl.username,
    KAFKA_PASSWORD: sasl.password,
  }),
});

const service = (name: Service, own: Partial<ProcessPlan> = {}): ProcessPlan =>
  plan({
    name,
    options: heap(1),
    run: [`services/${name}/main.ts`],
    port: name,
    metrics: name,
    tier: 2,
    ...own,
    env: (situation) => ({
      PUBLIC_URL: situation.publicUrl,
      DATABASE_URL: situation.databaseUrls[name],
      KAFKA_BROKERS: situation.backing.kafkaBrokers.join(','),
      ...kafkaVariables(situation.kafkaAccess[name]),
      REDIS_URL: situation.backing.redisUrl,
      JWKS_URL: `${urlOf(situation.ports.auth)}/auth/v1/.well-known/jwks.json`,
      ...own.env?.(situation),
    }),
  });

/** Where messages to telephones go: to `SMS_URL`, else to the mailbox, which imitates Kannel, and in production nowhere. */
function smsIn({ ports, config }: Pick<Situation, 'ports' | 'config'>): { SMS_URL?: string } {
  const { SMS_URL = config.NODE_ENV === 'production' ? '' : `kannel://mailbox:mailbox@127.0.0.1:${ports.mailbox}` } =
    config;
  return SMS_URL ? { SMS_URL } : {};
}

const frontend = (name: Frontend): ProcessPlan =>
  plan({
    name,
    run: ['frontends/server/main.ts', '--root', `frontends/${name}/dist`, ...(name === 'shell' ? ['--pages'] : [])],
    port: name,
    // It asks reports for the preview that messengers show of a report's public page.
    ...(name === 'shell' && { calls: ['reports'] as const }),
    tier: 2,
    env: () => ({}),
  });

/** The instances of a process, which share its port: the operating system gives each connection to one of them. */
export function instancesOf(plan: ProcessPlan, config: Settings): ProcessPlan[] {
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
  plan({
    name: 'mailbox',
    wanted: ({ SMTP_URL, SMS_URL, NODE_ENV }) =>
      NODE_ENV !== 'production' && (SMTP_URL === undefined || SMS_URL === undefined),
    run: ['infra/mailbox/main.ts'],
    port: 'mailbox',
    tier: 1,
    secrets: ['smsKey'],
    env: ({ ports, dataDir }) => ({
      SMTP_PORT: String(ports.smtp),
      MAILBOX_DIR: `${dataDir}/mailbox`,
      SMS_CALLBACK: urlOf(ports.sms),
    }),
  }),
  service('auth', {
    secrets: ['adminSecretKey', 'signingKeySecret', 'linkSecret'],
    lowPriority: true,
    // Only notify learns where messages go, and with which password.
    env: (situation) => ({ SMS: smsIn(situation).SMS_URL ? 'on' : 'off' }),
  }),
  service('reports', {
    options: heap(4, 1024),
    secrets: ['closureLinkSecret', 'logKey', 'logFilesSecret', 'open311Secret'],
    calls: ['auth', 'files'],
    tuning: slim,
  }),
  service('files', {
    secrets: ['logFilesSecret', 'open311Secret'],
    tuning: slim,
    env: ({ dataDir }) => ({ STORAGE_DIR: `${dataDir}/files` }),
  }),
  service('notify', {
    secrets: ['linkSecret', 'closureLinkSecret', 'unsubscribeSecret', 'smsKey'],
    env: ({ ports, config }) => ({
      ...smsIn({ ports, config }),
      SMS_PORT: String(ports.sms),
      ...(config.SMS_CALLBACK ? {} : { SMS_CALLBACK: urlOf(ports.sms) }),
      SMTP_URL: config.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
    }),
  }),
  service('open311', { secrets: ['open311Secret'], calls: ['auth', 'reports'], tuning: slim }),
  ...frontends.map(frontend),
  plan({
    name: 'gateway',
    options: heap(16, 1024),
    tuning: slim,
    run: ['gateway/main.ts'],
    port: 'gateway',
    metrics: 'gatewayMetrics',
    calls: [...services, ...frontends],
    tier: 3,
    env: ({ ports, publicUrl }) => ({ PUBLIC_URL: publicUrl, METRICS_PORT: String(ports.gatewayMetrics) }),
  }),
];
