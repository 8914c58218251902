import { expect, it } from 'vitest';
import { readInfraConfig } from './config.ts';

it('a NODE_ENV with which no service starts is named before anything is started', () => {
  expect(() => readInfraConfig({ NODE_ENV: 'staging' })).toThrow('NODE_ENV: ');
});
