import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a value that lies in a file', () => {
  const { REDIS_URL: _, ...rest } = whole;
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tma-config-'));
    file = join(folder, 'redis_url');
    writeFileSync(file, 'redis://:hunter2@cache\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from where NAME_FILE says, without its last line break', () => {
    expect(readConfig(serviceConfig, { ...rest, REDIS_URL_FILE: file }).REDIS_URL).toBe('redis://:hunter2@cache');
  });
  it('is refused beside a value, and when there is no such file', () => {
    expect(() => readConfig(serviceConfig, { ...whole, REDIS_URL_FILE: file })).toThrow(/REDIS_URL_FILE are both set/);
    const missing = () => readConfig(serviceConfig, { ...rest, REDIS_URL_FILE: `${file}.none` });
    expect(missing).toThrow(/REDIS_URL_FILE: .* cannot be read \(ENOENT\)/);
  });
  it('is checked like any other, and not shown', () => {
    const read = () => readConfig(serviceConfig, { ...rest, REDIS_URL: '', DATABASE_URL: '', DATABASE_URL_FILE: file });
    expect(read).toThrow(/REDIS_URL: is not set/);
    writeFileSync(file, 'hunter2');
    expect(() => readConfig(serviceConfig, { ...rest, REDIS_URL_FILE: file })).toThrow(/REDIS_URL: must be a URL/);
    expect(() => readConfig(serviceConfig, { ...rest, REDIS_URL_FILE: file })).not.toThrow(/hunter2/);
  });
});
