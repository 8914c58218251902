import {
  adminKeyRule,
  adminKeySettings,
  ConfigError,
  kafkaConfig,
  postgresUrl,
  processConfig,
  publicUrl,
  readConfig,
  redisUrl,
  requireProxies,
  smsUrl,
  smtpUrl,
} from '@tma/kit/config';
import { z } from 'zod';
import { baseImages } from './base-images.ts';
import { CommandError } from './command.ts';
import { defaultPorts, handedOut } from './process-plan.ts';
import { processes } from './system.ts';

const noPort = 'must be a port, 1 to 65535';
const port = (fallback: number) =>
  z.coerce.number(noPort).int(noPort).min(1, noPort).max(65_535, noPort).default(fallback);

/** Processes of which several can run: all that have metrics. */
const scalable = processes.filter(({ metrics }) => metrics).map(({ name }) => name);

const image = {
  description: 'images of the containers, where a Docker engine runs',
  fallback: 'by version and digest in `infra/base-images.ts`',
};

/** The settings of a portal on this machine. What its processes read themselves is passed on to them unchanged. */
export const machineSettings = z.object({
  PORT: port(defaultPorts.gateway).meta({ description: 'port of the portal' }),
  MAILBOX_PORT: port(defaultPorts.mailbox).meta({ description: "port of the development mailbox's page" }),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('.data').meta({ description: 'the folder of all data' }),
  NODE_ENV: processConfig.shape.NODE_ENV.meta({
    description:
      '`production` starts only with `ADMIN_SECRET_KEY`, `SMTP_URL` and `PUBLIC_URL`, and with https there, `TRUST_PROXY`',
  }),
  BACKING: z.enum(['native', 'docker', 'env']).optional(),
  POSTGRES_IMAGE: z.string().default(baseImages.postgres).meta(image),
  KAFKA_IMAGE: z.string().default(baseImages.kafka).meta(image),
  REDIS_IMAGE: z.string().default(baseImages.redis).meta(image),
  ...kafkaConfig.partial().shape,
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  SMS_URL: smsUrl,
  SMS_CALLBACK: z.string().optional(),
  ADMIN_SECRET_KEY: adminKeySettings.ADMIN_SECRET_KEY.optional(),
  ADMIN_SECRET_KEY_FILE: adminKeySettings.ADMIN_SECRET_KEY_FILE,
  LOG_LEVEL: processConfig.shape.LOG_LEVEL,
  SCALE: z
    .string()
    .regex(new RegExp(`^((${scalable.join('|')})=[1-9](,|$))*$`), 'must be like auth=2,reports=2')
    .default('')
    .transform((text) => new Map(text.split(',').map((part) => [part.split('=')[0] ?? '', Number(part.split('=')[1])])))
    .meta({
      description: 'instances on this machine, like `auth=2,reports=2`; on Linux alone',
      fallback: 'one of each',
    }),
  TRUST_PROXY: z.string().optional(),
});

export type InfraConfig = z.infer<typeof machineSettings>;

/**
 * Reads this machine's settings from the environment. Variables that services read themselves are passed on to them
 * unchanged. Throws `CommandError` that names each variable that cannot be used.
 */
export const readInfraConfig = (env: NodeJS.ProcessEnv = process.env): InfraConfig =>
  readSettings(machineSettings.refine(...adminKeyRule), env, 'These variables of the environment cannot be used:');

/** kit's `readConfig` for commands: what is wrong with the environment is thrown as `CommandError`. */
export const readSettings = <S extends z.ZodObject>(...given: Parameters<typeof readConfig<S>>): z.output<S> =>
  asCommandError(() => readConfig(...given));

/** Has a `ConfigError` thrown as `CommandError`. */
export function asCommandError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

/** What a developer's machine creates or replaces must be given where a portal starts in production. */
export function requireForProduction(config: InfraConfig): InfraConfig {
  if (config.NODE_ENV !== 'production') return config;
  const missing = (['ADMIN_SECRET_KEY', 'SMTP_URL', 'PUBLIC_URL'] as const).filter((name) => !config[name]);
  if (missing.length > 0) throw new CommandError(`With NODE_ENV=production these must be set: ${missing.join(', ')}.`);
  const { NODE_ENV, PUBLIC_URL = '', TRUST_PROXY } = config;
  asCommandError(() => requireProxies({ NODE_ENV, PUBLIC_URL, TRUST_PROXY: TRUST_PROXY ? [TRUST_PROXY] : [] }));
  return config;
}

/** Whether this environment gives files a bucket. */
export const namesBucket = ({ S3_BUCKET, S3_BUCKET_FILE }: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(S3_BUCKET || S3_BUCKET_FILE);

/** The environment that children begin with: this one's, without what would change how they run. */
export function childEnvironment(): Record<string, string> {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The same for processes of the portal, without what belongs to some of them alone: a frontend knows no password. */
export const inheritedEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(childEnvironment()).filter(([name]) => !handedOut.includes(name)));
