import { expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { kafkaServers } from './servers.ts';

const brokers = { KAFKA_BROKERS: ['kafka:9093'] };
const login = { KAFKA_USERNAME: 'portal', KAFKA_PASSWORD: 'hunter2' };

it('a user signs in by SCRAM-SHA-512 unless told otherwise, with TLS or without', () => {
  const sasl = { mechanism: 'scram-sha-512', username: 'portal', password: 'hunter2' };
  expect(kafkaServers({ ...brokers, ...login })).toEqual({ brokers: ['kafka:9093'], ssl: false, sasl });
  expect(kafkaServers({ ...brokers, ...login, KAFKA_SSL: true, KAFKA_SASL_MECHANISM: 'plain' })).toEqual({
    brokers: ['kafka:9093'],
    ssl: true,
    sasl: { ...sasl, mechanism: 'plain' },
  });
  expect(kafkaServers({ ...brokers, KAFKA_SSL: true })).toEqual({ brokers: ['kafka:9093'], ssl: true });
});

it.each([
  [{ KAFKA_USERNAME: 'portal' }, /^KAFKA_PASSWORD: is not set, but KAFKA_USERNAME is/],
  [{ KAFKA_PASSWORD: 'hunter2' }, /^KAFKA_USERNAME: is not set, but KAFKA_PASSWORD is/],
  [{ KAFKA_SASL_MECHANISM: 'plain' as const }, /^KAFKA_USERNAME: is not set, but KAFKA_SASL_MECHANISM is/],
  [{ ...login, KAFKA_SASL_MECHANISM: 'plain' as const }, /^KAFKA_SASL_MECHANISM: .*Set KAFKA_SSL=true/],
])('%o is refused by name, without the password', (given, message) => {
  const read = () => kafkaServers({ ...brokers, ...given });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hunter2/);
});
