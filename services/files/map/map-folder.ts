/** The operator's map (MAP_DIR), read when the service starts. */
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type MapOfArea, operations } from '@tma/contracts';
import { PMTiles } from 'pmtiles';
import { checkOutlines, middleOf, type Outlines } from './outlines.ts';

/** The description of the map for pages, and the files behind its paths. */
export interface MapFolder {
  answer: MapOfArea;
  /** Null where the folder has none. */
  tiles: string | null;
  outlines: string | null;
}

/** The zoom of a map that names none, or 0, as one cut out of a map of the world: a town fills a telephone. */
const defaultZoom = 13;

/** Without a map: pages draw a plain grid. */
const noMap: MapFolder = {
  answer: { tiles: null, attribution: '', centre: null, zoom: defaultZoom, outlines: null },
  tiles: null,
  outlines: null,
};

/**
 * Reads `area.pmtiles` (PMTiles 3), `tehsils.geojson` (RFC 7946) and `attribution.txt`; each may be absent.
 * Throws an error that names the file and what is wrong with it.
 */
export async function openMap(folder: string | undefined): Promise<MapFolder> {
  if (folder === undefined) return noMap;
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`MAP_DIR: ${folder} is no folder.`);
  const tiles = await findFile(folder, 'area.pmtiles');
  const outlines = await findFile(folder, 'tehsils.geojson');
  const attribution = await findFile(folder, 'attribution.txt');
  const area = tiles === null ? null : await readArea(tiles);
  const middle = outlines === null ? null : middleOf(await readOutlines(outlines));
  return {
    answer: {
      tiles: tiles && operations.mapTiles.path,
      attribution: attribution === null ? '' : await readAttribution(attribution),
      centre: area?.centre ?? middle,
      zoom: area?.zoom || defaultZoom,
      outlines: outlines && operations.mapOutlines.path,
    },
    tiles,
    outlines,
  };
}

/** Null where there is no such file. Throws where that cannot be seen, as in a folder that may not be read. */
async function findFile(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw faulty(path, error);
  });
  return found?.isFile() ? path : null;
}

const faulty = (path: string, cause: unknown) =>
  new Error(`MAP_DIR: ${path} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });

async function readArea(path: string): Promise<{ centre: [number, number]; zoom: number }> {
  const file = await open(path);
  try {
    const archive = new PMTiles({
      getKey: () => path,
      async getBytes(offset, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer };
      },
    });
    const { centerLon, centerLat, centerZoom } = await archive.getHeader();
    return { centre: [centerLon, centerLat], zoom: centerZoom };
  } catch (error) {
    throw faulty(path, error);
  } finally {
    await file.close();
  }
}

async function readOutlines(path: string): Promise<Outlines> {
  try {
    return checkOutlines(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw faulty(path, error);
  }
}

async function readAttribution(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw faulty(path, error);
  });
  if (text.length > limits.attribution) throw faulty(path, `it has more than ${limits.attribution} characters`);
  return text.trim();
}
