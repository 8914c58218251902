import { z } from 'zod';

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number());
/** A closed line: its first position is its last, too (RFC 7946, 3.1.6). */
const ring = z
  .array(position)
  .min(4)
  .refine((line) => String(line[0]) === String(line.at(-1)), 'a ring must end where it begins');
const polygon = z.array(ring).min(1);

/** The outlines of tehsils: GeoJSON with a Polygon or MultiPolygon and `properties.tehsil` each. */
const Outlines = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.looseObject({
      type: z.literal('Feature'),
      properties: z.looseObject({ tehsil: z.string().min(1) }),
      geometry: z.discriminatedUnion('type', [
        z.looseObject({ type: z.literal('Polygon'), coordinates: polygon }),
        z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1) }),
      ]),
    }),
  ),
});
export type Outlines = z.infer<typeof Outlines>;

/** Throws an error that says where the first fault is. */
export function checkOutlines(file: unknown): Outlines {
  const { data, error } = Outlines.safeParse(file);
  if (data) return data;
  const [first] = error.issues;
  throw new Error(`${first?.path.join('.') || 'the file'}: ${first?.message}`);
}

/** The middle of the box around all outlines, longitude first; null where there are none. */
export function middleOf({ features }: Outlines): [number, number] | null {
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [long, lat] of rings.flat()) {
    [west, east] = [Math.min(west, long), Math.max(east, long)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return west <= east ? [(west + east) / 2, (south + north) / 2] : null;
}
