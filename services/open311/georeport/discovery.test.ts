import { expect, test, vi } from 'vitest';
import { open311Discovery } from './discovery.route.ts';

test.each([
  ['production', 'production'],
  ['development', 'test'],
] as const)('names the one endpoint, to which clients append paths, in %s', (NODE_ENV, type) => {
  const reply = { type: vi.fn().mockReturnThis(), send: (body: string) => body };
  const handle = open311Discovery({ config: { PUBLIC_URL: 'https://tma.example', NODE_ENV } as never });
  const body = handle({ params: { format: 'json' } } as never, {} as never, reply as never);
  expect(JSON.parse(String(body)).endpoints).toEqual([
    {
      specification: 'http://wiki.open311.org/GeoReport_v2',
      url: 'https://tma.example/open311/v2',
      changeset: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      type,
      formats: ['application/json', 'application/xml'],
    },
  ]);
});
