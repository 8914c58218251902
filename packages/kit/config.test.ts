import { expect, it } from 'vitest';
import { readConfig, serviceConfig } from './config.ts';

const whole = {
  PORT: '4001',
  PUBLIC_URL: 'http://localhost:8080/',
  DATABASE_URL: 'postgres://u:secret@localhost/tma_auth',
  KAFKA_BROKERS: 'localhost:9092, other:9092',
  REDIS_URL: 'redis://localhost',
  JWKS_URL: 'http://localhost:4001/jwks',
};

it('reads numbers, lists and URLs', () => {
  const config = readConfig(serviceConfig, whole);
  expect(config).toMatchObject({ PORT: 4001, PUBLIC_URL: 'http://localhost:8080', HOST: '127.0.0.1' });
  expect(config.KAFKA_BROKERS).toEqual(['localhost:9092', 'other:9092']);
});

it('names every variable that is missing or malformed, and shows no value', () => {
  const read = () => readConfig(serviceConfig, { ...whole, REDIS_URL: '', DATABASE_URL: 'hunter2', PORT: 'x' });
  expect(read).toThrow(/REDIS_URL: is not set/);
  expect(read).toThrow(/DATABASE_URL: must be a URL/);
  expect(read).toThrow(/PORT: /);
  expect(read).not.toThrow(/hunter2/);
});
