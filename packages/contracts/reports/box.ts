import { z } from 'zod';

/** A part of the map: degrees of WGS 84, its edges included. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const degrees = String.raw`-?\d{1,3}(\.\d+)?`;
const shape = new RegExp(`^${degrees}(,${degrees}){3}$`);

/** `bbox`: west, south, east, north. Reports with a point within are listed, `mostInBox` at most, and no pages of them. */
export const bbox = z
  .string()
  .regex(shape, 'must be four decimals: west,south,east,north')
  .transform((text): Box => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
    return { west, south, east, north };
  })
  .refine(({ west, east }) => west <= east, 'must have its west before its east')
  .refine(({ south, north }) => south <= north, 'must have its south before its north');
