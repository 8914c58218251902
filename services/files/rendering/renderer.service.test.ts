import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { renderingKey } from '../storage/keys.ts';
import { startFiles } from '../testing/index.ts';
import { picture } from '../testing/samples.ts';
import { claimsIn } from './claims.store.ts';
import { Renderer } from './renderer.ts';

const files = await startFiles();
afterAll(() => files.stop());
afterEach(() => vi.restoreAllMocks());

/** Uploads a picture. @returns its row's id, its public name, its reporter and its report */
async function uploaded() {
  const [who, reportId] = [await files.resident(), uuid()];
  const content = new Uint8Array(await picture(300, 200).jpeg().toBuffer());
  const { id, path } = await (await files.upload(who, 'image', content, reportId)).json();
  return { id: id as string, public_name: path.slice('uploads/'.length) as string, who, reportId };
}

test('a large version is drawn once, however many ask and of whichever instance', async () => {
  const { storage, pool, renderer } = files.parts;
  const other = new Renderer(storage, claimsIn(pool), 2);
  const wanted = await uploaded();
  const put = vi.spyOn(storage, 'put');
  await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? other : renderer).render(wanted, 'full')));
  expect(put.mock.calls.map(([key]) => key)).toEqual([renderingKey(wanted.public_name, 'full')]);
  other.stop();
});

test('while the storage is away it is a 503 that nobody caches; asking again draws nothing for some seconds', async () => {
  const { public_name, id } = await uploaded();
  const { storage, pool } = files.parts;
  const away = Object.assign(new Error('away'), { code: 'STORAGE_AWAY' });
  const get = vi.spyOn(storage, 'get').mockRejectedValue(away);
  const answer = await files.call(null, `/uploads/${public_name}`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
  get.mockRestore();
  expect(await claimsIn(pool).claim(id)).toBe('busy');
  // A card is there, and cannot be sent either.
  vi.spyOn(storage, 'get').mockRejectedValue(away);
  const card = await files.call(null, `/uploads/${public_name}?w=480`);
  expect([card.status, card.headers.get('cache-control')]).toEqual([503, 'no-store']);
});

test('who claims a picture renders it alone; the minute of one that was killed ends', async () => {
  const { pool } = files.parts;
  const { id } = await uploaded();
  const claims = claimsIn(pool);
  const claimed = await Promise.all(Array.from({ length: 5 }, () => claims.claim(id)));
  expect(claimed.toSorted()).toEqual(['busy', 'busy', 'busy', 'busy', 'claimed']);
  await pool.query(`update uploads set drawing_until = drawing_until - interval '1 minute' where id = $1`, [id]);
  expect(await claims.claim(id)).toBe('claimed');
  await claims.release(id, 'undecodable');
  expect(await claims.claim(id)).toBe('none');
  expect(await claims.claim(uuid())).toBe('none');
});

test('a version that is stored after its picture was removed does not stay', async () => {
  const { storage, pool, removal } = files.parts;
  const { id, public_name, who, reportId } = await uploaded();
  const discarded = await files.call(who, `/internal/uploads?reportId=${reportId}`, { method: 'DELETE' });
  expect(discarded.status).toBe(204);
  const key = renderingKey(public_name, 'full');
  const isThere = async () => (await storage.stat(key)) !== null;
  // By an instance that was killed before it looked for the row.
  await storage.put(key, Readable.from(['drawn late']));
  await removal.removeNoted();
  expect(await isThere()).toBe(true);
  await pool.query(`update removals set removed_at = removed_at - interval '11 minutes' where id = $1`, [id]);
  await removal.removeNoted();
  expect(await isThere()).toBe(false);
  expect((await pool.query('select from removals where id = $1', [id])).rowCount).toBe(0);
});
