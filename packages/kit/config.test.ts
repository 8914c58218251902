import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, serviceConfig, smsCountries, timeZone } from './config.ts';

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

it('names the variable of a list with malformed items, once', () => {
  const schema = serviceConfig.extend({ SMS_COUNTRIES: smsCountries });
  const read = () => readConfig(schema, { ...whole, SMS_COUNTRIES: 'pk, hunter2, +92' });
  expect(read).toThrow(/:\n {2}SMS_COUNTRIES: must be codes of countries such as PK$/);
});

it('takes a time zone by its name alone: of offsets and abbreviations the database makes another', () => {
  const schema = serviceConfig.extend({ TIME_ZONE: timeZone });
  const read = (TIME_ZONE: string) => readConfig(schema, { ...whole, TIME_ZONE });
  for (const name of ['Asia/Karachi', 'Europe/Berlin', 'Etc/GMT-5', 'UTC']) expect(read(name).TIME_ZONE).toBe(name);
  for (const name of ['+05:00', '-0330', 'CET', 'ist', 'Asia/Atlantis'])
    expect(() => read(name), name).toThrow(/TIME_ZONE: must be a time zone such as Asia\/Karachi$/);
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

it.each([
  ['DATABASE_URL', 'mysql://u:hunter2@db/x', /must be a URL, postgres/],
  ['DATABASE_URL', 'postgres://u:hunter2@db/x?sslmode=verifyfull', /sslmode that pg knows/],
  ['DATABASE_URL', 'postgres://u:hunter2@10.0.0.5/x?sslmode=verify-full', /host by its name/],
  ['DATABASE_URL', 'postgres://u:hunter2@[fd00::5]/x?sslmode=require', /host by its name/],
  ['REDIS_URL', 'https://:hunter2@cache', /redis:\/\/… or rediss/],
  ['REDIS_URL', 'rediss://hunter2@cache', /names a user without a password/],
  ['REDIS_URL', 'redis://:hunter2%@cache', /has a % that must be %25/],
  ['REDIS_URL', 'redis://:hunter2%ff@cache', /has a % that must be %25/],
  ['PUBLIC_URL', 'hunter2:8080', /http:\/\/… or https/],
  ['PUBLIC_URL', 'https://portal.test/hunter2', /PUBLIC_URL: must be [^\n]*, without a path$/],
  ['PUBLIC_URL', 'https://portal.test?hunter2', /without a path$/],
  ['PUBLIC_URL', 'https://portal.test/#hunter2', /without a path$/],
  ['PUBLIC_URL', 'https://hunter2@portal.test', /without a path$/],
  ['KAFKA_BROKERS', 'kafka:9092, hunter2', /must be host:port/],
  ['KAFKA_BROKERS', 'kafka://hunter2:9092', /must be host:port/],
  ['KAFKA_BROKERS', ' , ', /must name at least one host:port/],
  ['KAFKA_SSL', 'hunter2', /must be true or false/],
  ['KAFKA_SASL_MECHANISM', 'hunter2', /must be one of scram-sha-512/],
])('refuses a %s like %s, and does not show it', (name, value, message) => {
  const read = () => readConfig(serviceConfig, { ...whole, [name]: value });
  expect(read).toThrow(message);
  expect(read).toThrow(`${name}: `);
  expect(read).not.toThrow(/hunter2/);
});

it.each([
  ['DATABASE_URL', 'postgres://u@db/x'],
  ['DATABASE_URL', 'postgresql://u:p@10.0.0.5/x?sslmode=disable'],
  ['DATABASE_URL', 'postgres://u:p@db/x?sslmode=verify-full&sslrootcert=/run/ca.pem'],
  ['REDIS_URL', 'rediss://:p@cache:6380/1'],
  ['REDIS_URL', 'redis://:50%25off%C3%A9@cache'],
  ['KAFKA_SASL_MECHANISM', 'SCRAM-SHA-256'],
])('takes a %s like %s', (name, value) => {
  expect(() => readConfig(serviceConfig, { ...whole, [name]: value })).not.toThrow();
});
