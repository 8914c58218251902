import type { Pool, Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { timeOfId } from '../reports.store.ts';
import { placeWords } from './place-words.ts';
import { insertPlace, insertPlacesOf, reportsWithoutPlace } from './places.store.ts';

/** Writes the words of a new report's place. */
export const writePlace = (
  tx: Tx,
  reportId: string,
  { tehsil, issue, location }: { tehsil: string; issue: string; location: string },
): Promise<void> =>
  insertPlace(tx, { reportId, tehsil, issue, words: placeWords(location), createdAt: timeOfId(reportId) });

const atOnce = 1000;
/** Twelve weeks and a day. */
const keptMs = 85 * 86_400_000;

/** Writes those of reports that have none: that were there before this version, or were made up in the database. */
export async function fillPlaces(pool: Pool, signal: AbortSignal): Promise<void> {
  // Ids begin with their time: this is the first of its millisecond.
  let after = uuid({ msecs: Date.now() - keptMs, random: new Uint8Array(16) });
  while (!signal.aborted) {
    const found = await reportsWithoutPlace(pool, after, atOnce);
    const words = found.map(({ location }) => placeWords(location));
    const ids = found.map(({ id }) => id);
    await insertPlacesOf(pool, ids, words);
    if (found.length < atOnce) return;
    after = ids.at(-1) ?? after;
  }
}
