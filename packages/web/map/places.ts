/** Points on the earth and on the map. Degrees are of WGS 84, as on the wire; the map is flat (EPSG:3857), in its own metres. */

export interface Point {
  lat: number;
  long: number;
}

/** A place on the flat map: east and north, in metres that grow with the latitude. */
export type Flat = readonly [east: number, north: number];

/** What of the map is to be seen: its middle, and how many of its metres a CSS pixel is. */
export interface Frame {
  middle: Flat;
  resolution: number;
}

/** The radius of the sphere of EPSG:3857, in metres. */
const radius = 6_378_137;
/** The mean radius of the earth, in metres (IUGG). */
const meanRadius = 6_371_008.8;
/** The flat map ends here. */
const mostLatitude = 85.0511;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degreesOf = (angle: number) => (angle * 180) / Math.PI;
/** As many decimals as the portal keeps. */
const rounded = (degrees: number) => Number(degrees.toFixed(6)) + 0;
const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

export function flatOf({ lat, long }: Point): Flat {
  const north = Math.log(Math.tan(Math.PI / 4 + radians(between(-mostLatitude, lat, mostLatitude)) / 2));
  return [radius * radians(long), radius * north];
}

export const pointOf = ([east, north]: Flat): Point => ({
  lat: rounded(degreesOf(2 * Math.atan(Math.exp(north / radius)) - Math.PI / 2)),
  long: rounded(between(-180, degreesOf(east / radius), 180)),
});

/** Where a point is drawn, in CSS pixels from the middle: to the east and to the south. */
export function pixelsOf(point: Point, { middle, resolution }: Frame): [x: number, y: number] {
  const [east, north] = flatOf(point);
  return [(east - middle[0]) / resolution, (middle[1] - north) / resolution];
}

/** The part of the earth that a frame of that size shows, as `bbox` of the lists. */
export function boxOf({ middle: [east, north], resolution }: Frame, width: number, height: number): string {
  const [x, y] = [(width * resolution) / 2, (height * resolution) / 2];
  const [low, high] = [pointOf([east - x, north - y]), pointOf([east + x, north + y])];
  return [low.long, low.lat, high.long, high.lat].join(',');
}

/** The distance of two points on the sphere, in metres. */
export function distanceOf(a: Point, b: Point): number {
  const [from, to] = [radians(a.lat), radians(b.lat)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const chord = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(b.long - a.long));
  return 2 * meanRadius * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** As far from their middle as points may be for a small window to hold them all, at the least that a map is magnified; in metres. */
const together = 300_000;

/** Those that lie around their middle, where most of them are: one that somebody set on another continent leads no map away. */
export function mostOf(points: readonly Point[]): readonly Point[] {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const at = { lat: middle(points.map(({ lat }) => lat)), long: middle(points.map(({ long }) => long)) };
  const around = points.filter((point) => distanceOf(at, point) <= together);
  return around.length > 0 ? around : points;
}

const directions = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;
type Direction = (typeof directions)[number];

/** In which of eight directions `to` lies from `from`. */
export function directionOf(from: Point, to: Point): Direction {
  const east = (to.long - from.long) * Math.cos(radians((from.lat + to.lat) / 2));
  const turn = Math.atan2(east, to.lat - from.lat) / (Math.PI / 4);
  return directions[(Math.round(turn) + 8) % 8] ?? 'north';
}

/** The four directions in which a pin is moved, by the keys that do so: the map is never mirrored. */
export const stepOf = {
  north: [0, 1],
  east: [1, 0],
  south: [0, -1],
  west: [-1, 0],
} as const;
export type Step = keyof typeof stepOf;

export const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowUp: 'north',
  ArrowRight: 'east',
  ArrowDown: 'south',
  ArrowLeft: 'west',
};

/** The point so many metres away. */
export function moved({ lat, long }: Point, step: Step, metres: number): Point {
  const [east, north] = stepOf[step];
  const degrees = degreesOf(metres / meanRadius);
  const narrow = Math.max(0.01, Math.cos(radians(lat)));
  return {
    lat: rounded(between(-mostLatitude, lat + north * degrees, mostLatitude)),
    long: rounded(between(-180, long + (east * degrees) / narrow, 180)),
  };
}
