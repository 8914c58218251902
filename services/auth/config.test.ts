import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const settings = {
  PORT: '0',
  PUBLIC_URL: 'https://portal.test',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/d',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1',
  JWKS_URL: 'https://portal.test/keys',
  SIGNING_KEY_SECRET: Buffer.alloc(32).toString('base64url'),
  LINK_SECRET: Buffer.alloc(32).toString('base64url'),
};
const load = (NODE_ENV: string, ADMIN_SECRET_KEY: string) => () =>
  loadConfig({ ...settings, NODE_ENV, ADMIN_SECRET_KEY }).ADMIN_SECRET_KEY;

it('in production the service does not start with a secret key that is short, and says which setting it is', () => {
  expect(load('production', 'fifteen letters')).toThrow(
    'ADMIN_SECRET_KEY: must have at least 16 characters in production',
  );
  expect(load('production', 'sixteen  letters')()).toBe('sixteen  letters');
});

it('outside production it starts with eight characters', () => {
  expect(load('development', 'sevenof')).toThrow('ADMIN_SECRET_KEY: must have at least 8 characters');
  expect(load('development', 'eight is')()).toBe('eight is');
});

it.each(['app.example', 'app://in'])('the service does not start with %s among ALLOWED_REDIRECTS', (place) => {
  const ALLOWED_REDIRECTS = `https://app.example, ${place}`;
  const read = () => loadConfig({ ...settings, ADMIN_SECRET_KEY: 'eight is', ALLOWED_REDIRECTS });
  expect(read).toThrow('ALLOWED_REDIRECTS: must be http://… or https://…');
});

it.each([
  ['Mardan, X', 'must be at least 2 characters'],
  [`Mardan, ${'x'.repeat(81)}`, 'must be at most 80 characters'],
  ['Mardan, prize.example', 'must not contain an address or a link'],
])('the service does not start with %s as TEHSILS, which administrators could not add either', (TEHSILS, why) => {
  expect(() => loadConfig({ ...settings, ADMIN_SECRET_KEY: 'eight is', TEHSILS })).toThrow(`TEHSILS: ${why}`);
});

it('tehsils are those of the setting, by default five', () => {
  const read = (TEHSILS: string) => loadConfig({ ...settings, ADMIN_SECRET_KEY: 'eight is', TEHSILS }).TEHSILS;
  expect(read(' Mardan,Takht Bhai, D.I.Khan,')).toEqual(['Mardan', 'Takht Bhai', 'D.I.Khan']);
  expect(read('')).toHaveLength(5);
});
