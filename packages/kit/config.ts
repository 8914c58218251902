import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { backing, httpUrl, kafkaConfig, postgresUrl, publicUrl, redisUrl, url } from './settings.ts';

export * from './settings.ts';

/** The settings of every process. */
export const processConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Whether other instances of the process on this machine listen on the same port (SO_REUSEPORT). */
  REUSE_PORT: z.stringbool().default(false),
  PUBLIC_URL: publicUrl.meta({ description: 'where people reach the portal', fallback: '`http://localhost:PORT`' }),
  /** The folder in which fault tests arm failpoints. */
  FAILPOINTS_DIR: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description: "an OpenTelemetry collector (OTLP over HTTP), for traces from the browser's call to the mail",
    fallback: 'none',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: '`debug` shows everything' }),
});

/** The settings of every service: those of every process, and these. */
export const serviceConfig = processConfig.extend({
  ...kafkaConfig.shape,
  DATABASE_URL: postgresUrl.meta(backing),
  /** The relay and migrations hold locks of a session, which a pooler that shares connections loses. */
  DIRECT_DATABASE_URL: postgresUrl.optional().meta({
    description: 'for a service behind PgBouncer: the same database without it, for the relay and migrations',
    fallback: '`DATABASE_URL`',
  }),
  REDIS_URL: redisUrl.meta(backing),
  JWKS_URL: url,
});

/** TRUST_PROXY where nothing is in front of the gateway. */
export const noProxy = 'none';

interface ProxyConfig {
  NODE_ENV: string;
  PUBLIC_URL: string;
  TRUST_PROXY: readonly string[];
}

/**
 * The gateway speaks no TLS: behind https there is a proxy. If the proxy were not named, all people would count as one
 * address, whose limits one person could use up for all. Throws a `ConfigError` that says so.
 */
export function requireProxies({ NODE_ENV, PUBLIC_URL, TRUST_PROXY }: ProxyConfig): void {
  if (NODE_ENV !== 'production' || !PUBLIC_URL.startsWith('https:') || TRUST_PROXY.length > 0) return;
  throw new ConfigError(
    'The configuration cannot be used. Set in the environment:\n' +
      '  TRUST_PROXY: is not set. With PUBLIC_URL=https://… a proxy is in front: without its address or range everybody would be ' +
      'one caller, and one could keep all others out. Where really nothing is in front: TRUST_PROXY=none',
  );
}

export type KafkaConfig = z.infer<typeof kafkaConfig>;
export type ProcessConfig = z.infer<typeof processConfig>;
export type ServiceConfig = z.infer<typeof serviceConfig>;

/**
 * Reads a configuration from the environment. A variable set to nothing counts as not set; instead of NAME there may be
 * NAME_FILE, the path of a file that holds the value, as containers get their secrets.
 * Throws one `ConfigError` that names each missing or malformed variable and what is wrong with it, never its value.
 * @param heading the error's first line
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: Record<string, string | undefined>,
  heading = 'The configuration cannot be used. Set in the environment:',
): z.output<S> {
  const given = withFiles(
    Object.keys(schema.shape),
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  // Several items of a list may be malformed: its variable is named once.
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is not set' : message}`;
  });
  throw new ConfigError([heading, ...new Set(lines)].join('\n'));
}

function withFiles(names: readonly string[], given: Record<string, string | undefined>) {
  const read = names.flatMap((name) => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set. Set one of them.`);
    return [[name, contentOf(name, path)]];
  });
  return { ...given, ...Object.fromEntries(read) };
}

/** A setting's value, read from its file. Throws a `ConfigError` when that cannot be read. */
export function contentOf(name: string, path: string): string {
  try {
    // Editors and `echo` end a file with a line break that is no part of the value.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A setting is missing or malformed; the message names it. */
export class ConfigError extends Error {}
