import { z } from 'zod';
import { closureStates, publicHistoryKinds } from '../reports/shapes.ts';
import { day, time } from '../scalars.ts';

const sha256 = z.string().regex(/^[\da-f]{64}$/, 'must be 64 hexadecimal digits');

/** A leaf of the signed log: a public fact about a report. `status`, `schedule` and `closure` are those after it. */
export const LogLeaf = z.strictObject({
  v: z.literal(1),
  /** Of the report's history; leaves have its order. */
  seq: z.int(),
  at: time,
  reference: z.string(),
  tehsil: z.string(),
  issue: z.string(),
  kind: z.enum(publicHistoryKinds),
  status: z.string(),
  schedule: day.nullable(),
  closure: z.enum(closureStates).nullable(),
  /** With `proved`: SHA-256 of the picture as `/uploads/…` answers it; null where it could not be read any more. */
  proof: sha256.nullable(),
  /** SHA-256 of a salt of 32 bytes and the words behind it; null where there are none. */
  private: sha256.nullable(),
});
export type LogLeaf = z.infer<typeof LogLeaf>;

/** The line of a leaf: canonical JSON (RFC 8785). Names in the order of their letters; its numbers are whole. */
export const lineOfLeaf = (leaf: LogLeaf): string =>
  JSON.stringify(Object.fromEntries(Object.entries(leaf).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Reads a line. Throws where it is not a leaf's, or not written in its one way. */
export function leafOfLine(line: string): LogLeaf {
  const leaf = LogLeaf.parse(JSON.parse(line));
  if (lineOfLeaf(leaf) !== line) throw new Error('is not canonical JSON');
  return leaf;
}
