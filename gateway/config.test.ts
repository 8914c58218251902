import { urlVariable } from '@tma/contracts';
import { expect, it } from 'vitest';
import { loadConfig, upstreamNames } from './config.ts';

const settings = {
  PORT: '0',
  PUBLIC_URL: 'http://portal.test',
  ...Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), 'http://127.0.0.1:1'])),
};

it.each([
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'null'],
  ['ALLOWED_ORIGINS', 'app.example'],
  ['ALLOWED_ORIGINS', 'https://app.example/page'],
  ['ALLOWED_ORIGINS', 'localhost:3000'],
  ['ALLOWED_ORIGINS', 'https://app.example, *'],
  ['CONTACT_EMAIL', 'help'],
  ['CONTACT_EMAIL', 'Help <help@example.gov>'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'caddy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', 'fd00::/255.0.0.0'],
  ['TRUST_PROXY', '10.0.0.1, proxy.example'],
])('the gateway does not start with %s=%s, and says which setting it is', (name, value) => {
  expect(() => loadConfig({ ...settings, [name]: value })).toThrow(`${name}: must be `);
});

it.each([
  ['ALLOWED_ORIGINS', 'https://app.example, http://localhost:3000, capacitor://localhost'],
  ['TRUST_PROXY', '10.0.0.1, 172.16.0.0/12, 10.8.0.0/255.255.0.0, loopback, fd00::1, fd00::/8'],
  ['TRUST_PROXY', 'none'],
])('it does with %s=%s', (name, value) => {
  expect(loadConfig({ ...settings, [name]: value })).toMatchObject({ [name]: value.split(', ') });
});

it('in production behind https it does not start without TRUST_PROXY, and says why; none says that nothing is in front', () => {
  const production = { ...settings, NODE_ENV: 'production', PUBLIC_URL: 'https://portal.test' };
  expect(() => loadConfig(production)).toThrow(
    /TRUST_PROXY: is not set\. With PUBLIC_URL=https:.*everybody would be one caller.*TRUST_PROXY=none/,
  );
  for (const changes of [
    { TRUST_PROXY: '10.0.0.0/8' },
    { TRUST_PROXY: 'none' },
    { PUBLIC_URL: 'http://portal.test' },
    { NODE_ENV: 'development' },
  ])
    expect(() => loadConfig({ ...production, ...changes })).not.toThrow();
});

it('an origin is known however its address is written', () => {
  const given = 'https://app.example/, https://App.example:443';
  const { ALLOWED_ORIGINS } = loadConfig({ ...settings, ALLOWED_ORIGINS: given });
  expect(ALLOWED_ORIGINS).toEqual(['https://app.example', 'https://app.example']);
});
