import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

/** The one tile of a small map. */
export interface MapTile {
  /** Zoom, column and row. */
  at: readonly [z: number, x: number, y: number];
  type: TileType;
  content: Buffer;
}

interface SmallMap {
  tile: MapTile;
  /** Longitude and latitude. */
  centre: readonly [long: number, lat: number];
  /** At which pages begin. */
  zoom: number;
}

/** A PMTiles archive (version 3, github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) of one tile; compressed, as those of operators are. */
export function smallMap({ tile: { at, type, content }, centre: [long, lat], zoom }: SmallMap): Buffer {
  const isVector = type === TileType.Mvt;
  const tile = isVector ? gzipSync(content) : content;
  const metadata = gzipSync('{}');
  // One entry: how many there are, the tile's id, its run, its length, and its offset plus one.
  const entry = new PbfWriter();
  for (const number of [1, zxyToTileId(...at), 1, tile.length, 1]) entry.writeVarint(number);
  const directory = gzipSync(entry.finish());
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const parts = [directory, metadata, Buffer.alloc(0), tile];
  let offset = header.length;
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16);
    offset += part.length;
  }
  for (const counted of [72, 80, 88]) header.writeBigUInt64LE(1n, counted);
  // Clustered; its zoom levels are that of the tile.
  header.set([1, Compression.Gzip, isVector ? Compression.Gzip : Compression.None, type, at[0], at[0]], 96);
  for (const [place, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
    [119, long],
    [123, lat],
  ] as const)
    header.writeInt32LE(Math.round(degrees * 1e7), place);
  header.writeUInt8(zoom, 118);
  return Buffer.concat([header, ...parts]);
}
