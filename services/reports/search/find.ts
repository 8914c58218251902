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
 * the index, which knows no order, in stretches of time that become longer, and in all time at once where the first had none.
 * Which they are shows on the way: both go on from where the other came to, the walk whenever there is too much in a stretch.
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
  /** The next block, and the one after the last: longer ones may be passed over as long as there was no match at all. */
  let [size, following] = [0, 0];
  let mayPassOver = true;
  let isWalking = true;
  for (let step = 0; step < mostSteps; step += 1) {
    const wanted = limit + 1 - ids.length;
    const list = rowsOf({ ...query, before });
    if (isWalking) {
      const { ids: more, last } = await walk(db, list, search, rows, wanted);
      ids.push(...more);
      if (more.length === wanted || last === null) return pageOf(ids, limit);
      [before, moment, isWalking] = [last, timeOfId(last).getTime(), false];
      mayPassOver &&= more.length === 0;
      rows = Math.min(2 * rows, walks.most);
      continue;
    }
    const blocks = blocksAt(tehsil, moment);
    const block = blocks[size];
    if (!block) return pageOf(ids, limit);
    const found = await lookUp(db, list, search, { key: block.key, before, most: manyMatches }, wanted);
    mayPassOver &&= found?.candidates === 0;
    if (!found) {
      isWalking = size === following;
      if (isWalking) following = 0;
      size = following;
      continue;
    }
    ids.push(...found.ids);
    if (found.ids.length === wanted || block.from === null) return pageOf(ids, limit);
    [before, moment, following] = [firstIdAt(block.from), block.from - 1, size + 1];
    size = mayPassOver ? blocks.length - 1 : following;
  }
  return { ids: ids.slice(0, limit), next: before ?? null };
}

const pageOf = (ids: string[], limit: number): FoundPage => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? (ids[limit - 1] ?? null) : null,
});
