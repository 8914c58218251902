import { renameSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, createLog } from '@tma/kit';
import { PMTiles } from 'pmtiles';
import { afterAll, describe, expect, test } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { smallMap } from '../testing/pmtiles.ts';
import { townCentre, townMap, vectorTile } from '../testing/town.ts';
import { mapFile } from './map.route.ts';
import { openMap } from './map-folder.ts';

const square = [
  [72, 34],
  [73, 34],
  [73, 35],
  [72, 34],
];
const outlines = (geometry: object, properties: object = { tehsil: 'Sahiwal' }) =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] });
const polygon = outlines({ type: 'Polygon', coordinates: [square] });

const tiles = townMap();
const folder = await mkdtemp(join(tmpdir(), 'tma-map-'));
await writeFile(join(folder, 'area.pmtiles'), tiles);
await writeFile(join(folder, 'tehsils.geojson'), polygon);
await writeFile(join(folder, 'attribution.txt'), 'Survey of Pakistan\n');
const files = await startFiles({ MAP_DIR: folder });
afterAll(async () => {
  await files.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers = {}, method = 'GET') => fetch(`${files.url}${path}`, { method, headers });
const area = '/map/area.pmtiles';

test('pages are told what there is', async () => {
  expect(await (await get('/api/map')).json()).toEqual({
    tiles: area,
    attribution: 'Survey of Pakistan',
    centre: townCentre,
    zoom: 15,
    outlines: '/map/tehsils.geojson',
  });
  expect(await (await get('/map/tehsils.geojson')).json()).toEqual(JSON.parse(polygon));
});

test('the client of PMTiles reads a tile by ranges', async () => {
  const archive = new PMTiles(files.url + area);
  const { at, content } = vectorTile();
  const tile = await archive.getZxy(...at);
  expect(Buffer.from(tile?.data ?? new ArrayBuffer()).equals(content)).toBe(true);
  expect(await archive.getZxy(0, 0, 0)).toBeUndefined();
});

describe('ranges (RFC 9110, 14)', () => {
  test('a part is 206, the whole 200, beyond the end 416; HEAD describes the whole', async () => {
    const part = await get(area, { range: 'bytes=0-6' });
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
    expect(part.headers.get('content-range')).toBe(`bytes 0-6/${tiles.length}`);
    const whole = await get(area, { range: 'bytes=0-1,3-4' });
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(tiles)]).toEqual([200, true]);
    const beyond = await get(area, { range: `bytes=${tiles.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${tiles.length}`]);
    const head = await get(area, { range: 'bytes=0-6' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(tiles.length)]);
  });

  test('the ETag is strong: a part is one of that version, and what is known is not sent again', async () => {
    const etag = (await get(area, {}, 'HEAD')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const status = async (headers: object) => (await get(area, { range: 'bytes=0-6', ...headers })).status;
    expect(await status({ 'if-range': etag })).toBe(206);
    expect(await status({ 'if-range': '"another"' })).toBe(200);
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': '"another"' })).toBe(206);
  });
});

test('a map that is replaced while it is asked for is sent as the one that its ETag and its length are of', async () => {
  const path = join(folder, 'replaced.pmtiles');
  await writeFile(path, 'an older map');
  const map = { ...(await openMap(undefined)), tiles: path };
  const app = createApp(createLog('files', 'silent'));
  app.get('/', (request, reply) => {
    // It is read once the file was measured.
    const range = () => {
      writeFileSync(`${path}.new`, 'new');
      renameSync(`${path}.new`, path);
      return 'bytes=3-7';
    };
    Object.defineProperty(request.headers, 'range', { get: range });
    return mapFile({ map }, 'tiles')(undefined as never, request, reply);
  });
  const { statusCode, body, headers } = await app.inject('/');
  expect([statusCode, body, headers['content-range']]).toEqual([206, 'older', 'bytes 3-7/12']);
});

describe('the service does not start', () => {
  test.each([
    ['tehsils.geojson', '{', /tehsils\.geojson cannot be used: /],
    ['tehsils.geojson', outlines({ type: 'Point', coordinates: [72, 34] }), /features\.0\.geometry/],
    ['tehsils.geojson', outlines({ type: 'Polygon', coordinates: [square] }, {}), /features\.0\.properties\.tehsil/],
    ['tehsils.geojson', outlines({ type: 'Polygon', coordinates: [square.slice(1)] }), /coordinates\.0/],
    ['area.pmtiles', 'no map at all', /area\.pmtiles cannot be used: /],
    ['attribution.txt', 'x'.repeat(1001), /attribution\.txt cannot be used: it has more than 1000/],
  ])('with a faulty %s', async (name, content, message) => {
    const faulty = join(folder, `faulty-${Math.random()}`);
    await mkdir(faulty);
    await writeFile(join(faulty, name), content);
    await expect(openMap(faulty)).rejects.toThrow(message);
  });

  test.each(['area.pmtiles', 'tehsils.geojson', 'attribution.txt'])('with a %s that cannot be read', async (name) => {
    const faulty = join(folder, `faulty-${Math.random()}`);
    await mkdir(faulty);
    // A link to itself, which not even root can follow.
    await symlink(name, join(faulty, name));
    await expect(openMap(faulty)).rejects.toThrow(`${name} cannot be used: `);
  });

  test('with a folder that is not there', async () => {
    await expect(openMap(join(folder, 'away'))).rejects.toThrow(/MAP_DIR: .*away is no folder/);
  });
});

test('a map that was cut out of one of the world, and begins as that does, is shown as near as a town', async () => {
  const cut = join(folder, 'cut');
  await mkdir(cut);
  await writeFile(join(cut, 'area.pmtiles'), smallMap({ tile: vectorTile(), centre: townCentre, zoom: 0 }));
  expect((await openMap(cut)).answer).toMatchObject({ tiles: area, centre: townCentre, zoom: 13 });
});

test('without a folder, or in an empty one, there is none', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  for (const none of [undefined, empty]) {
    const { answer } = await openMap(none);
    expect(answer).toEqual({ tiles: null, attribution: '', centre: null, zoom: 13, outlines: null });
  }
});
