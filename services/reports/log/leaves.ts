import { createHash, randomBytes } from 'node:crypto';
import { counted, type LogLeaf } from '@tma/contracts';
import type { Entry } from './log.store.ts';

/** What the leaf before an entry says of its report. */
export type LeafBefore = Pick<LogLeaf, 'status' | 'closure'>;

/** Where the report's closure stands after an entry. */
function closureAfter({ kind, status, claims }: Entry, before: LeafBefore | undefined): LogLeaf['closure'] {
  if (kind === 'confirmed' || kind === 'disputed' || kind === 'unanswered') return kind;
  if (claims && status === counted.completed) return 'claimed';
  // Nobody is asked about a duplicate.
  if (kind === 'duplicate' && before?.closure === 'claimed') return null;
  const isOpened = before?.status === counted.completed && status !== counted.completed;
  // A dispute stands until the next claim.
  return isOpened && before?.closure !== 'disputed' ? null : (before?.closure ?? null);
}

/** What a leaf says of words: nothing to whoever has not both. */
export const hashOfWords = (salt: Uint8Array, words: string): string =>
  createHash('sha256').update(salt).update(words).digest('hex');

/** The salt of an entry's words, a new one where it has none yet; null where there are no words, or not any more. */
export const saltOf = ({ words, erased, salt }: Entry): Buffer | null =>
  words === null || erased ? null : (salt ?? randomBytes(32));

/** The leaf of an entry. @param before the leaf of its report before it */
export const leafOf = (entry: Entry, salt: Buffer | null, before: LeafBefore | undefined): LogLeaf => ({
  v: 1,
  seq: entry.seq,
  at: entry.at,
  reference: entry.reference,
  tehsil: entry.tehsil,
  issue: entry.issue,
  kind: entry.kind,
  status: entry.status,
  schedule: entry.schedule,
  closure: closureAfter(entry, before),
  proof: entry.kind === 'proved' ? entry.proof : null,
  private: salt && entry.words !== null ? hashOfWords(salt, entry.words) : null,
});
