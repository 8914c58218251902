import { urlVariable } from '@tma/contracts';
import { createLog } from '@tma/kit';
import { describe, expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { loadConfig, upstreamNames } from './config.ts';

const settings = {
  NODE_ENV: 'production',
  PORT: '0',
  PUBLIC_URL: 'https://portal.test',
  ...Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), 'http://127.0.0.1:1'])),
};

describe('a peer that speaks for others', () => {
  const warningsAfter = async (TRUST_PROXY: string, headers: Record<string, string>) => {
    const log = createLog('gateway', 'silent');
    const warn = vi.spyOn(log, 'warn');
    const app = await buildApp(loadConfig({ ...settings, TRUST_PROXY }), log);
    for (const url of ['/openapi.json', '/openapi.json'])
      await app.inject({ url, remoteAddress: '198.51.100.7', headers });
    await app.close();
    return warn.mock.calls.filter(([, text]) => String(text).includes('TRUST_PROXY'));
  };
  const forwarded = { 'x-forwarded-for': '203.0.113.1' };

  it.each([
    ['none', forwarded],
    ['10.0.0.0/8', forwarded],
    ['10.0.0.0/8', { forwarded: 'for=203.0.113.1' }],
  ])('and is not named (%s, %o) is warned of, once', async (trusted, headers) => {
    expect(await warningsAfter(trusted, headers)).toEqual([[{ peer: '198.51.100.7' }, expect.any(String)]]);
  });

  it('and is trusted is not warned of, nor is one that speaks for itself', async () => {
    expect(await warningsAfter('198.51.100.0/24', forwarded)).toEqual([]);
    expect(await warningsAfter('none', {})).toEqual([]);
  });
});
