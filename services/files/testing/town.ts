/** A town as operators give it: one tile in the layers of Protomaps (https://docs.protomaps.com/basemaps/layers), written by hand. */
import { PbfWriter } from 'pbf';
import { TileType } from 'pmtiles';
import sharp from 'sharp';
import { type MapTile, smallMap } from './pmtiles.ts';

/** In Mardan, longitude and latitude: the middle of the lake. */
export const townCentre = [72.045, 34.198] as const;

/** What a tile is divided into, along each side. */
const extent = 4096;
const zoom = 14;

/** Where the centre is, in tiles of that zoom level. */
function tileOf([long, lat]: readonly [number, number]) {
  const angle = (lat * Math.PI) / 180;
  const x = ((long + 180) / 360) * 2 ** zoom;
  const y = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom;
  return { x: Math.floor(x), y: Math.floor(y), inside: [(x % 1) * extent, (y % 1) * extent].map(Math.round) };
}
const { x, y, inside } = tileOf(townCentre);
const [east = 0, south = 0] = inside;
const at = [zoom, x, y] as const;

type Place = readonly [x: number, y: number];
interface Feature {
  type: 'point' | 'line' | 'area';
  places: readonly Place[];
  tags: Readonly<Record<string, string>>;
}

const box = (west: number, north: number, right: number, bottom: number): readonly Place[] => [
  [west, north],
  [right, north],
  [right, bottom],
  [west, bottom],
];
const around = (by: number) => box(east - by, south - by, east + by, south + by);

/** South of its middle the lake fills a map that is as near as a street; a road leads over it, and the name of the town stands there. */
const town: Readonly<Record<string, readonly Feature[]>> = {
  earth: [{ type: 'area', places: box(0, 0, extent, extent), tags: { kind: 'earth' } }],
  water: [{ type: 'area', places: around(600), tags: { kind: 'lake' } }],
  roads: [
    {
      type: 'line',
      places: [
        [east - 300, south + 200],
        [east + 300, south + 200],
      ],
      tags: { kind: 'major_road', name: 'Canal Road', 'name:ur': 'نہر روڈ' },
    },
  ],
  places: [
    { type: 'point', places: [[east, south + 90]], tags: { kind: 'locality', name: 'Mardan', 'name:ur': 'مردان' } },
  ],
};

const kinds = { point: 1, line: 2, area: 3 } as const;
/** Commands of a geometry, with how often each is used (Mapbox Vector Tile 2.1, 4.3.1). */
const [moveTo, lineTo, closePath] = [9, (count: number) => count * 8 + 2, 15];

function geometryOf({ type, places }: Feature): number[] {
  let [lastX, lastY] = [0, 0];
  const steps = places.map(([placeX, placeY]) => {
    const step = [placeX - lastX, placeY - lastY].map((by) => (by < 0 ? -2 * by - 1 : 2 * by));
    [lastX, lastY] = [placeX, placeY];
    return step;
  });
  const lines = type === 'point' ? [] : [lineTo(places.length - 1), ...steps.slice(1).flat()];
  return [moveTo, ...(steps[0] ?? []), ...lines, ...(type === 'area' ? [closePath] : [])];
}

function writeLayer([name, features]: readonly [string, readonly Feature[]], pbf: PbfWriter) {
  const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))];
  const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))];
  pbf.writeStringField(1, name);
  for (const feature of features)
    pbf.writeMessage(
      2,
      (one: Feature, writer: PbfWriter) => {
        const tags = Object.entries(one.tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]);
        writer.writePackedVarint(2, tags);
        writer.writeVarintField(3, kinds[one.type]);
        writer.writePackedVarint(4, geometryOf(one));
      },
      feature,
    );
  for (const key of keys) pbf.writeStringField(3, key);
  for (const value of values)
    pbf.writeMessage(4, (text: string, writer: PbfWriter) => writer.writeStringField(1, text), value);
  pbf.writeVarintField(5, extent);
  pbf.writeVarintField(15, 2);
}

/** The town as a vector tile (Mapbox Vector Tile 2.1). */
export function vectorTile(): MapTile {
  const pbf = new PbfWriter();
  for (const layer of Object.entries(town)) pbf.writeMessage(3, writeLayer, layer);
  return { at, type: TileType.Mvt, content: Buffer.from(pbf.finish()) };
}

/** The same place as a picture of one colour. @param background such as `#808000` */
export async function pictureTile(background: string): Promise<MapTile> {
  const picture = sharp({ create: { width: 256, height: 256, channels: 3, background } });
  return { at, type: TileType.Png, content: await picture.png().toBuffer() };
}

export const townMap = (tile: MapTile = vectorTile()): Buffer => smallMap({ tile, centre: townCentre, zoom: 15 });
