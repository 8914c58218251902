/** The chain of the audit log: each entry has the hash of the one before, so that none can be changed by itself. */
import { createHash } from 'node:crypto';

export interface Entry {
  /** From 1, without gaps. */
  seq: number;
  /** RFC 3339, UTC, in milliseconds. */
  at: string;
  tehsil: string;
  kind: string;
  by: { id: string; name: string } | null;
  about: string;
  detail: string | null;
  /** The id of the resident whom it is about, if it is. */
  person: string | null;
  /** The hash of the entry before it. */
  previous: string;
}

/** The hash that the first entry has in place of a previous one's. */
export const beginning = '0'.repeat(64);

/** SHA-256 in hex over a JSON array of all fields of an entry. */
export function hashOf({ seq, at, tehsil, kind, by, about, detail, person, previous }: Entry): string {
  const said = [seq, at, tehsil, kind, by?.id ?? null, by?.name ?? null, about, detail, person, previous];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
