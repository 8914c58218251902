import type { Db } from '@tma/kit';
import { type AdminQuery, type FoundPage, rowsOf } from '../stores/admin-reports.store.ts';
import { firstIdAt, timeOfId } from '../stores/reports.store.ts';
import { lookUp, walk } from '../stores/search.store.ts';
import { blocksAt, type Search } from './words.ts';

/** So many rows are looked at one by one at first, and at most at once. A row of a merged list costs several. */
const walksOf = { plain: { first: 500, most: 4000 }, merged: { first: 100, most: 800 } };
/** So many matches are looked up at once, before what is not in the list is left out and the rest is put in order. */
const manyMatches = 2000;
/** So many statements at most for a page: some 30,000 rows, a tenth of a second. */
const mostSteps = 16;

/**
 * Finds a page of matches. Words of many reports are found by walking along the list, where a page is full soon; rare ones by
 * the index, which knows no order, in stretches of time that become longer. Which they are shows on the way: both go on from
 * where the other came to, the walk whenever there is too much in a stretch.
 *
 * A page is short, with others behind it, when its words are many each and hardly ever together in a list of many: so that
 * no search costs more than its share.
 */
export async function findReports(db: Db, query: AdminQuery, search: Search): Promise<FoundPage> {
  const { tehsil, limit } = query;
  const ids: string[] = [];
  let { before } = query;
  /** When what was found last was made, in milliseconds since 1970. */
  let moment = 0;
  const walks = walksOf[rowsOf(query).isMerged ? 'merged' : 'plain'];
  let rows = walks.first;
  let size = 0;
  let isWalking = true;
  for (let step = 0; step < mostSteps; step += 1) {
    const wanted = limit + 1 - ids.length;
    const list = rowsOf({ ...query, before });
    if (isWalking) {
      const { ids: more, last } = await walk(db, list, search, rows, wanted);
      ids.push(...more);
      if (more.length === wanted || last === null) return pageOf(ids, limit);
      [before, moment, isWalking] = [last, timeOfId(last).getTime(), false];
      rows = Math.min(2 * rows, walks.most);
      continue;
    }
    const block = blocksAt(tehsil, moment)[size];
    if (!block) return pageOf(ids, limit);
    const more = await lookUp(db, list, search, block.key, wanted, manyMatches);
    if (!more) {
      [isWalking, size] = [true, 0];
      continue;
    }
    ids.push(...more);
    if (more.length === wanted || block.from === null) return pageOf(ids, limit);
    [before, moment, size] = [firstIdAt(block.from), block.from - 1, size + 1];
  }
  return { ids: ids.slice(0, limit), next: before ?? null };
}

const pageOf = (ids: string[], limit: number): FoundPage => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? (ids[limit - 1] ?? null) : null,
});
