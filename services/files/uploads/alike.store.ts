import { sameWithinBits } from '@tma/contracts';
import { type Db, onlyRow } from '@tma/kit';

/** What tells whether a picture of finished work is new. */
interface Similarity {
  /** Whether the report's own picture is the same, by its bytes or to the eye. */
  isOwnPicture: boolean;
  /** Reports of the tehsil with a picture that looks alike, the newest picture first. */
  alike: string[];
}

/** How many reports are named at most: of the first there may be none, as its form was given up. */
const maxReports = 8;
/** How many of a tehsil's pictures are looked through, the newest (docs/decisions/039-a-proof-is-a-new-picture.md). */
const maxCompared = 100_000;
/** Pictures are alike when at most this many of the 64 bits of their hashes differ. */
const maxBits = 10;

interface Compared {
  reportId: string;
  tehsil: string;
  sha256: string;
  /** Null where nothing looks like it. */
  hash: string | null;
  /** The hashes that it would have with a little more or less of its sides. */
  cropped: readonly string[];
}

export const findAlike = (db: Db, { reportId, tehsil, sha256, hash, cropped }: Compared) =>
  onlyRow<Similarity>(
    db,
    `select
       exists (
         select from uploads where report_id = $1 and kind = 'image' and (sha256 = $3 or exists (
           select from unnest($5::text[]) as form where bit_count(hash # form::bit(64)) <= ${sameWithinBits}
         ))
       ) as "isOwnPicture",
       array(
         select report_id from (
           select report_id, created_at, hash from uploads
           where tehsil = $2 and hash is not null and $4::bit(64) is not null
           order by created_at desc limit ${maxCompared}
         ) as pictures
         where bit_count(hash # $4::bit(64)) <= ${maxBits}
         group by report_id order by max(created_at) desc limit ${maxReports}
       ) as alike`,
    [reportId, tehsil, sha256, hash, cropped],
  );
