/** What somebody can make the portal read of its signed log. */
import { afterAll, expect, test, vi } from 'vitest';
import { startFiles } from '../testing/index.ts';

const files = await startFiles({ RATE_LIMIT_LOG: 5 });
afterAll(() => files.stop());

/** As the gateway forwards a call; without an address as another service calls. */
const read = (path: string, ip?: string) =>
  files.call(null, `/log/${path}`, { headers: ip === undefined ? {} : { 'x-forwarded-for': ip } });

test('so many parts an hour for a network, whatever the caller says of itself; reports is not counted', async () => {
  const paths = ['checkpoint', 'key', 'tile/0/000', 'tile/entries/x001/000', '7/checkpoint', 'nonsense'];
  const asked = [];
  for (const path of paths) asked.push((await read(path, '203.0.113.7')).status);
  expect(asked).toEqual([404, 404, 404, 404, 404, 429]);

  const stat = vi.spyOn(files.parts.storage, 'stat');
  const refused = await read('checkpoint', '203.0.113.7');
  expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '5']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(stat).not.toHaveBeenCalled();

  // Somebody else, and the service reports, which reads what it wrote.
  expect((await read('checkpoint', '203.0.113.8')).status).toBe(404);
  for (let times = 0; times < 10; times += 1) expect((await read('checkpoint')).status).toBe(404);
  // A whole network of IPv6 is one caller.
  for (let times = 0; times < 5; times += 1) await read('key', `2001:db8:1:2::${times + 1}`);
  expect((await read('key', '2001:db8:1:2:ffff::1')).status).toBe(429);
});
