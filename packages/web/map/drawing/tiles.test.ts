import { Compression, TileType } from 'pmtiles';
import { afterEach, expect, test, vi } from 'vitest';
import { openTiles } from './tiles.ts';

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
  expect((await openTiles('/map/area.pmtiles')).getMinZoom()).toBe(3);
});

test.each<[string, Compression, TileType]>([
  ['a kind that nobody names', Compression.None, TileType.Unknown],
  ['MapLibre’s kind', Compression.Gzip, TileType.Mlt],
  ['vector tiles in Brotli', Compression.Brotli, TileType.Mvt],
  ['vector tiles in Zstandard', Compression.Zstd, TileType.Mvt],
])('of a map of %s it is said that it cannot be drawn', async (_what, compression, type) => {
  answerWith(compression, type);
  await expect(openTiles('/map/area.pmtiles')).rejects.toThrow('Tiles of this kind cannot be drawn.');
});
