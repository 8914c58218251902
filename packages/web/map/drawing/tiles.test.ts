import { Compression, type PMTiles, TileType } from 'pmtiles';
import { afterEach, expect, test, vi } from 'vitest';
import { openTiles, readerOf } from './tiles.ts';

const { signal } = new AbortController();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The head of a PMTiles archive (version 3) without a tile, as the portal answers it. */
function answerWith(tileCompression: Compression, tileType: TileType) {
  const head = new Uint8Array(128);
  head.set(new TextEncoder().encode('PMTiles'));
  head.set([3, 127], 7);
  // The length of its directory, which has no entry.
  head[16] = 1;
  head.set([1, Compression.None, tileCompression, tileType, 5, 12], 96);
  vi.stubGlobal('location', new URL('https://portal.test/newrequest'));
  vi.stubGlobal('fetch', async () => new Response(head, { status: 206 }));
}

test.each<[string, Compression, TileType]>([
  ['vector tiles', Compression.Gzip, TileType.Mvt],
  ['pictures', Compression.None, TileType.Webp],
])('a map of %s can be drawn', async (_what, compression, type) => {
  answerWith(compression, type);
  expect((await openTiles('/map/area.pmtiles', signal)).getMinZoom()).toBe(3);
});

test.each<[string, Compression, TileType]>([
  ['a kind that nobody names', Compression.None, TileType.Unknown],
  ['MapLibre’s kind', Compression.Gzip, TileType.Mlt],
  ['vector tiles in Brotli', Compression.Brotli, TileType.Mvt],
  ['vector tiles in Zstandard', Compression.Zstd, TileType.Mvt],
])('of a map of %s it is said that it cannot be drawn', async (_what, compression, type) => {
  answerWith(compression, type);
  await expect(openTiles('/map/area.pmtiles', signal)).rejects.toThrow('Tiles of this kind cannot be drawn.');
});

test('after a failure tiles are read from the file opened anew, and asked for again when the network is back', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const archiveThat = (getZxy: () => Promise<unknown>) => ({ getZxy }) as unknown as PMTiles;
  const open = vi.fn(() => archiveThat(async () => ({ data: new ArrayBuffer(1) })));
  const again = vi.fn();
  const cutOff = archiveThat(() => Promise.reject(new TypeError('Failed to fetch')));
  const left = new AbortController();
  const readTile = readerOf(cutOff, open, again, left.signal);
  const failed = await Promise.allSettled([readTile('5/1/1'), readTile('5/1/2')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await readTile('5/1/1'))?.byteLength).toBe(1);
  expect(open).toHaveBeenCalledTimes(1);
  expect(again).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledTimes(1);

  await expect(readerOf(cutOff, open, again, left.signal)('5/1/1')).rejects.toThrow('Failed to fetch');
  left.abort();
  page.dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledTimes(1);
});
