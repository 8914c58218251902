import { ConfigError, type KafkaConfig } from '../config.ts';

/** What brokers demand of a client: TLS, and a user with a password (SASL). */
export interface KafkaAccess {
  ssl?: boolean;
  sasl?: { mechanism: NonNullable<KafkaConfig['KAFKA_SASL_MECHANISM']>; username: string; password: string };
}

/** The bootstrap brokers, as host:port, and what they demand, if anything. */
export interface KafkaServers extends KafkaAccess {
  brokers: readonly string[];
}

/** What the settings say of access to Kafka. Throws a `ConfigError` that names the setting which does not fit the others. */
export function kafkaAccess(config: Omit<KafkaConfig, 'KAFKA_BROKERS'>): KafkaAccess {
  const { KAFKA_SSL: ssl = false, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = config;
  const mechanism = config.KAFKA_SASL_MECHANISM ?? 'scram-sha-512';
  if (username === undefined) {
    const needless = (['KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM'] as const).find((name) => config[name] !== undefined);
    if (needless) throw new ConfigError(`KAFKA_USERNAME: is not set, but ${needless} is.`);
    return { ssl };
  }
  if (password === undefined) throw new ConfigError('KAFKA_PASSWORD: is not set, but KAFKA_USERNAME is.');
  if (mechanism === 'plain' && !ssl)
    throw new ConfigError('KAFKA_SASL_MECHANISM: plain sends the password as it is. Set KAFKA_SSL=true.');
  return { ssl, sasl: { mechanism, username, password } };
}

/** The brokers of the settings, with what they demand. Throws as `kafkaAccess` does. */
export const kafkaServers = (config: KafkaConfig): KafkaServers => ({
  brokers: config.KAFKA_BROKERS,
  ...kafkaAccess(config),
});
