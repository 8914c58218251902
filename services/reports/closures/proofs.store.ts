/** Pictures of finished work. The report's row is locked before any of them is written. */
import { type ProofTimes, sameWithinBits } from '@tma/contracts';
import { anyRow, type Db, execute, firstRow, type Tx } from '@tma/kit';
import type { z } from 'zod';
import type { LockedReport } from '../report/locks.store.ts';

interface NewProof {
  /** A UUIDv7. */
  id: string;
  /** The administrator. */
  sentBy: string;
  note: string | null;
  /** The public path. */
  image: string;
  /** Of the file, in hexadecimal digits. */
  sha256: string;
  /** What it looks like, 64 zeros and ones; null without enough in it to compare. */
  hash: string | null;
  /** When the camera says it was taken, in its own time, without a zone. */
  takenAt: string | null;
  /** Ids of reports whose pictures it resembles, the newest first; of those that there are in the tehsil, the first is kept. */
  alike: readonly string[];
}

/** Cutting 2 % off each side changed 16 bits of a picture's hash at most; nearly all other pictures differ by more than this. */
const maxCroppedBits = 20;

/**
 * Makes proofs of a tehsil wait for each other until the transaction ends: otherwise two alike at the same time would not see each
 * other.
 */
export const lockProofs = (tx: Tx, tehsil: string): Promise<void> =>
  execute(tx, `select pg_advisory_xact_lock(hashtextextended('proofs of ' || $1, 0))`, [tehsil]);

/** Whether a tehsil has a proof that is the same to the eye. @param cropped hashes with more or less of its sides */
export async function hasLookalike(
  db: Db,
  tehsil: string,
  { hash, cropped }: { hash: string | null; cropped: readonly string[] },
): Promise<boolean> {
  if (hash === null) return false;
  // Most proofs are out after one comparison, of entries of the index alone.
  return anyRow(
    db,
    `select from proofs
     where tehsil = $1 and hash is not null and bit_count(hash # $2::text::bit(64)) <= ${maxCroppedBits} and exists (
       select from unnest($3::text[]) as form where bit_count(hash # form::bit(64)) <= ${sameWithinBits}
     ) limit 1`,
    [tehsil, hash, cropped],
  );
}

/**
 * Inserts a proof of a report.
 * @returns when, RFC 3339, and the reference of the report whose picture it resembles; null, and nothing is inserted, when the tehsil
 * has a proof of the same bytes
 */
export const insertProof = (
  tx: Tx,
  { id: reportId, tehsil, now }: LockedReport,
  { id, sentBy, note, image, sha256, hash, takenAt, alike }: NewProof,
): Promise<{ at: string; alike: string | null } | null> =>
  firstRow(
    tx,
    `insert into proofs (id, report_id, tehsil, sent_by, note, image, sha256, taken_at, at, hash, alike)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $10, $11::text::bit(64), (
       select reference from unnest($9::uuid[]) with ordinality as named (id, place)
       join reports on reports.id = named.id where reports.tehsil = $3 order by place limit 1
     ))
     on conflict on constraint proofs_sha256 do nothing returning rfc3339(at) as at, alike`,
    [id, reportId, tehsil, sentBy, note, image, sha256, takenAt, alike, now, hash],
  );

/**
 * Keeps a proof for the report's next closing. The version stays, so that nobody's change of the report is refused because of it;
 * `updated_at` changes, so that whoever asks for later changes gets it.
 */
export const keepForClosing = (tx: Tx, { id, now }: LockedReport, proofId: string): Promise<void> =>
  execute(tx, 'update reports set proof_waiting = $2, updated_at = $3 where id = $1', [id, proofId, now]);

/** Gives a report's closure its proof; lists show it. */
export const joinClosure = (tx: Tx, { id, now }: LockedReport, closureId: string, proof: NewProof): Promise<void> =>
  execute(
    tx,
    `with closure as (
       update closures set proof_id = $3 where id = $2
     )
     update reports set proof = $4, version = version + 1, updated_at = $5 where id = $1`,
    [id, closureId, proof.id, proof.image, now],
  );

type Times = Required<z.infer<typeof ProofTimes>> &
  Pick<LockedReport, 'tehsil' | 'hidden' | 'user_id' | 'assignee' | 'reference'>;

/** When a proof was sent, and taken, and what its tehsil alone may know. @param image its public path. @returns null when there is no such proof */
export const timesOfProof = (db: Db, image: string, zone: string): Promise<Times | null> =>
  firstRow(
    db,
    `select rfc3339(at) as at, to_char(taken_at, 'YYYY-MM-DD"T"HH24:MI:SS') as "takenAt",
       (at at time zone $2)::date - taken_at::date as "daysBefore", proofs.tehsil, alike,
       hidden, user_id, assignee, reference from proofs join reports on reports.id = report_id where proofs.image = $1 limit 1`,
    [image, zone],
  );
