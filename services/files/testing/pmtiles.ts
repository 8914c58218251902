/**
 * A PMTiles archive (version 3, github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) of one tile, 0/0/0, that says `a tile`.
 * @param centre longitude and latitude
 */
export function smallMap({ centre: [long, lat], zoom }: { centre: [number, number]; zoom: number }): Buffer {
  const tile = Buffer.from('a tile');
  const metadata = Buffer.from('{}');
  // One entry: how many there are, the tile's id, its run, its length, and its offset plus one.
  const directory = Buffer.from([1, 0, 1, tile.length, 1]);
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
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // Clustered; neither directory nor tiles are compressed; vector tiles, of one zoom level.
  header.set([1, 1, 1, 1, 0, 0], 96);
  for (const [at, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
    [119, long],
    [123, lat],
  ] as const)
    header.writeInt32LE(Math.round(degrees * 1e7), at);
  header.writeUInt8(zoom, 118);
  return Buffer.concat([header, ...parts]);
}
