/**
 * The end of the audit log in the signed log: once a day it is an extension line of the checkpoint (C2SP
 * tlog-checkpoint).
 */

export interface AuditEnd {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** The number of the newest entry then, and its hash: SHA-256 in hex. */
  seq: number;
  hash: string;
}

export const lineOfAuditEnd = ({ day, seq, hash }: AuditEnd): string => `audit ${day} ${seq} ${hash}`;

/** Reads it from the lines of a checkpoint; null where there is none. */
export function auditEndIn(lines: readonly string[]): AuditEnd | null {
  for (const line of lines) {
    const [, day, seq, hash] = /^audit (\d{4}-\d\d-\d\d) ([1-9]\d{0,14}) ([\da-f]{64})$/.exec(line) ?? [];
    if (day && seq && hash) return { day, seq: Number(seq), hash };
  }
  return null;
}
