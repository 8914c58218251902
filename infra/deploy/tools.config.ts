import { ConfigError, commaList, readConfig } from '@tma/kit';
import { z } from 'zod';
import { CommandError } from '../command.ts';

const databases = {
  AUTH_DATABASE_URL: z.url('must be a URL'),
  REPORTS_DATABASE_URL: z.url('must be a URL'),
  FILES_DATABASE_URL: z.url('must be a URL'),
  NOTIFY_DATABASE_URL: z.url('must be a URL'),
};

const schema = z.object({
  /** A database of the cluster, as somebody who may make databases and roles. Without it they are there already. */
  CLUSTER_URL: z.url('must be a URL').optional(),
  ...databases,
  KAFKA_BROKERS: commaList.refine((brokers) => brokers.length > 0, 'must name at least one host:port'),
  /** How many replicas must have an event before it counts as sent: 2 where the cluster keeps 3. */
  MIN_INSYNC_REPLICAS: z.coerce.number().int().min(1).default(1),
  /** Where pictures and documents lie; not set where that is S3. */
  STORAGE_DIR: z.string().optional(),
});

type ToolsConfig = z.infer<typeof schema>;

/** What the tools image is told of a system whose parts run elsewhere; every variable may be a NAME_FILE. */
export function readToolsConfig(env: Record<string, string | undefined> = process.env): ToolsConfig {
  try {
    return readConfig(schema, env);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

/** Whether the environment speaks of such a system at all; else it is the portal of this machine. */
export const speaksOfSystem = (env: Record<string, string | undefined> = process.env): boolean =>
  Object.keys(databases).some((name) => env[name] || env[`${name}_FILE`]);
