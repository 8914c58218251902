/** The operator's tiles: one file, of which parts are asked for. */
import MVT from 'ol/format/MVT.js';
import type Layer from 'ol/layer/Layer.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import type VectorTile from 'ol/VectorTile.js';
import { Compression, PMTiles, TileType } from 'pmtiles';

/** A tile is addressed by what OpenLayers asks for. */
export const address = '{z}/{x}/{y}';
const numbersOf = (url: string) => url.split('/').map(Number) as [number, number, number];

/** So many levels further out than its first one a map is drawn: from afar, a view would need thousands of its tiles. */
const furtherOut = 2;

/** Kinds of tiles that OpenLayers cannot draw, and compressions that browsers, and so PMTiles, cannot undo. */
const unknownKinds: readonly TileType[] = [TileType.Unknown, TileType.Mlt];
const unknownCompressions: readonly Compression[] = [Compression.Brotli, Compression.Zstd];

/**
 * Reads the head of the file. Rejects where it is not to be had, or its tiles are of a kind that browsers cannot draw.
 * @param signal aborts when the map is left
 */
export async function openTiles(path: string, signal: AbortSignal): Promise<Layer> {
  const open = () => new PMTiles(new URL(path, location.href).href);
  const archive = open();
  const { tileType, tileCompression, minZoom, maxZoom } = await archive.getHeader();
  if (unknownKinds.includes(tileType) || unknownCompressions.includes(tileCompression))
    throw new Error('Tiles of this kind cannot be drawn.');
  const readTile = readerOf(archive, open, () => layer.getSource()?.refresh(), signal);
  const layer: Layer = await layerOf(tileType, readTile, minZoom, maxZoom);
  layer.setMinZoom(minZoom - furtherOut);
  return layer;
}

/** The bytes of the tile of that address; undefined where the map has none. */
export type ReadTile = (url: string) => Promise<ArrayBuffer | undefined>;

/**
 * Reads tiles; after a failure from the file opened anew, as PMTiles remembers a directory that it could not read.
 * @param again called when the network is back after a tile could not be read: OpenLayers does not ask for it again
 * @param signal aborts when the map is left: nothing is called then
 */
export function readerOf(archive: PMTiles, open: () => PMTiles, again: () => void, signal: AbortSignal): ReadTile {
  let latest = archive;
  return async (url) => {
    const own = latest;
    try {
      return (await own.getZxy(...numbersOf(url)))?.data;
    } catch (error) {
      if (latest === own) latest = open();
      addEventListener('online', again, { once: true, signal });
      throw error;
    }
  };
}

async function layerOf(tileType: TileType, readTile: ReadTile, minZoom: number, maxZoom: number): Promise<Layer> {
  if (tileType === TileType.Mvt) return vectorLayer(readTile, minZoom, maxZoom);
  // Few operators have them: who has vector tiles loads none of this.
  const { pictureLayer } = await import(/* webpackChunkName: "map-pictures" */ './pictures.ts');
  return pictureLayer(readTile, minZoom, maxZoom);
}

function vectorLayer(readTile: ReadTile, minZoom: number, maxZoom: number): Layer {
  const format = new MVT();
  const load = (asked: Tile, url: string) => {
    const tile = asked as VectorTile<never>;
    tile.setLoader((extent, _resolution, projection) => {
      readTile(url).then(
        (data) => {
          tile.setFeatures(
            data ? (format.readFeatures(data, { extent, featureProjection: projection }) as never[]) : [],
          );
          tile.setState(data ? TileState.LOADED : TileState.EMPTY);
        },
        () => tile.setState(TileState.ERROR),
      );
    });
  };
  const tileGrid = createXYZ({ minZoom, maxZoom, tileSize: 512 });
  return new VectorTileLayer({
    declutter: true,
    source: new VectorTileSource({ format, url: address, tileGrid, tileLoadFunction: load }),
  });
}
