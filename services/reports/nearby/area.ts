/** The part of the map in which everything is that is near a point. */
import type { Box } from '@tma/contracts';

/** A point in degrees of WGS 84. */
export interface Point {
  lat: number;
  long: number;
}

/** As PostGIS has it: a third of twice the equator's radius and the poles', in metres (schema/functions/places.sql). */
const radius = 6_371_008.771415059;
const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** How far is near, in metres; the point itself may be `accuracy` off. */
const near = 250;
const most = 500;
export const reachOf = (accuracy: number | null): number => Math.min(near + (accuracy ?? 0), most);

/** More than the last bits of a double are, in degrees. */
const spare = 1e-9;

/**
 * Boxes that hold everything within a distance of a point: one, or two where it is near the 180th meridian. What is in them may be
 * farther.
 * @param more degrees by which they are larger to each side
 */
export function boxesAround({ lat, long }: Point, metres: number, more = 0): Box[] {
  const angle = metres / radius;
  const high = degrees(angle) + more + spare;
  const [south, north] = [lat - high, lat + high];
  // At a pole all meridians meet.
  if (south <= -90 || north >= 90) return [{ south, north, west: -180, east: 180 }];
  // The circle touches its outermost meridians a little nearer the pole than its middle is.
  const wide =
    degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(Math.abs(lat) + more))))) + more + spare;
  const [west, east] = [long - wide, long + wide];
  const boxes = [{ south, north, west, east }];
  if (west < -180) boxes.push({ south, north, west: west + 360, east: 180 });
  if (east > 180) boxes.push({ south, north, west: -180, east: east - 360 });
  return boxes;
}
