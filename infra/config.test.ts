import { expect, it } from 'vitest';
import { readInfraConfig, requireForProduction } from './config.ts';

it('a NODE_ENV with which no service starts is named before anything is started', () => {
  expect(() => readInfraConfig({ NODE_ENV: 'staging' })).toThrow('NODE_ENV: ');
});

it('production asks for its settings at the start alone: a shell for status or a backup need not have them', () => {
  const config = readInfraConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.test' });
  expect(() => requireForProduction(config)).toThrow('these must be set: ADMIN_SECRET_KEY, SMTP_URL.');
});
