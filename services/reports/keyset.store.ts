import { timeOfId } from './times.ts';

/**
 * The condition that a row comes after report `id` in a list, newest first; its time is in the id. Written as a
 * comparison of both columns, which each filter's index answers by starting there.
 * @param value makes a parameter of a value
 */
export const isBefore = (id: string, value: (given: unknown) => string) =>
  `(created_at, id) < (to_timestamp(${value(timeOfId(id).getTime())}::double precision / 1000), ${value(id)}::uuid)`;
