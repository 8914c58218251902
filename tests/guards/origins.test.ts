import { describe, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { itStillAnswers, routes } from '../../testing/guards/operations.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const { origin, hostname, port } = new URL(portal.portal);

const foreign = [
  'https://elsewhere.example',
  'null',
  `${origin}.elsewhere.example`,
  `http://${hostname}`,
  `https://${hostname}:${port}`,
  `http://elsewhere.example:${port}`,
  `${origin}/`,
  origin.toUpperCase(),
  `${origin}, https://elsewhere.example`,
  'http://localhost@elsewhere.example',
];

describe.each(routes)('$method $path', ({ method, url }) => {
  it('tells no other origin that it may read the answer', async () => {
    for (const from of foreign) {
      const asked = {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      };
      const [answer, preflight] = await Promise.all([
        ask(url, { method, headers: { origin: from } }),
        ask(url, { method: 'OPTIONS', headers: asked }),
      ]);
      for (const { headers } of [answer, preflight]) {
        expect([from, headers['access-control-allow-origin']]).toEqual([from, undefined]);
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
  });

  it('tells the own one that it may', async () => {
    const preflight = await ask(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(preflight.headers['access-control-allow-methods']).toContain(method);
    expect(preflight.headers.vary).toMatch(/origin/i);
  });
});

itStillAnswers(portal);
