import { type Frame, type Point, pixelsOf } from './places.ts';

/** What stands on the map in one place: one thing, or several that would cover each other. */
interface Group<T> {
  members: T[];
  /** In CSS pixels from the middle of the map. */
  x: number;
  y: number;
}

/** Two markers that are nearer to each other than this could not be pressed separately; in CSS pixels. */
const reach = 44;

/** Puts together what is drawn in one place: each group stands where its first member is. */
export function groupsOf<T>(things: readonly T[], placeOf: (thing: T) => Point, frame: Frame): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const thing of things) {
    const [x, y] = pixelsOf(placeOf(thing), frame);
    const near = groups.find((group) => Math.abs(group.x - x) < reach && Math.abs(group.y - y) < reach);
    if (near) near.members.push(thing);
    else groups.push({ members: [thing], x, y });
  }
  return groups;
}
