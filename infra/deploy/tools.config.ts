import { type Service, services } from '@tma/contracts';
import { kafkaServers } from '@tma/kit';
import { kafkaConfig, postgresUrl } from '@tma/kit/config';
import { z } from 'zod';
import type { KafkaUser } from '../access/grants.ts';
import { asCommandError, readSettings } from '../config.ts';
import { byService } from '../system.ts';

type DatabaseVariable = `${Uppercase<Service>}_DATABASE_URL`;

/** The variable that names a service's database to the tools image: `AUTH_DATABASE_URL` for auth. */
export const databaseVariable = (name: Service) => `${name.toUpperCase()}_DATABASE_URL` as DatabaseVariable;

/** The variable with the password of a user of Kafka, who is then made: `AUTH_KAFKA_PASSWORD` for auth. */
export const kafkaPasswordVariable = (name: KafkaUser) =>
  `${name.toUpperCase()}_KAFKA_PASSWORD` as `${Uppercase<KafkaUser>}_KAFKA_PASSWORD`;

export const kafkaUsers: readonly KafkaUser[] = [...services, 'tools'];
const kafkaPassword = z.string().min(16, 'must have at least 16 characters').optional();

const databaseUrls = Object.fromEntries(services.map((name) => [databaseVariable(name), postgresUrl]));

const schema = z.object({
  /** A database of the cluster, as a role that may create databases and roles. Without it they exist already. */
  CLUSTER_URL: postgresUrl.optional(),
  ...(databaseUrls as Record<DatabaseVariable, typeof postgresUrl>),
  ...kafkaConfig.shape,
  ...(Object.fromEntries(kafkaUsers.map((name) => [kafkaPasswordVariable(name), kafkaPassword])) as Record<
    ReturnType<typeof kafkaPasswordVariable>,
    typeof kafkaPassword
  >),
  /** How many replicas must have an event before it counts as sent: 2 where the cluster keeps 3. */
  MIN_INSYNC_REPLICAS: z.coerce.number().int().min(1).default(1),
  /** The folder of pictures and documents; it does not count where they are in S3. */
  STORAGE_DIR: z.string().optional(),
  S3_BUCKET: z.string().optional(),
});

type ToolsConfig = z.infer<typeof schema>;

/** Reads the addresses of a system elsewhere; each may be a NAME_FILE. Throws `CommandError` that names what is wrong. */
export const readToolsConfig = (): ToolsConfig => readSettings(schema, process.env);

export const databasesOf = (config: ToolsConfig): Record<Service, string> =>
  byService((name) => config[databaseVariable(name)]);

/** The brokers, with what they demand. Throws `CommandError` where the settings do not fit each other. */
export const brokersOf = (config: ToolsConfig) => asCommandError(() => kafkaServers(config));

/** The passwords of the users of Kafka that are to be made. */
export const kafkaPasswordsOf = (config: ToolsConfig): Partial<Record<KafkaUser, string>> =>
  Object.fromEntries(
    kafkaUsers.flatMap((name) => {
      const password = config[kafkaPasswordVariable(name)];
      return password === undefined ? [] : [[name, password]];
    }),
  );

/** Whether the environment names such a system at all; otherwise commands mean the portal of this machine. */
export const namesSystem = (): boolean =>
  services.map(databaseVariable).some((name) => process.env[name] || process.env[`${name}_FILE`]);
