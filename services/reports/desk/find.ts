import type { Db } from '@tma/kit';
import type { Search } from '../report/search/words.store.ts';
import { type AdminQuery, type FoundPage, rowsOf } from './admin-reports.store.ts';
import { lookUp, walk } from './search.store.ts';

/** So many of the newest rows are looked at one by one: some ten milliseconds. A row of a merged list costs several. */
const walkedRows = { plain: 4000, merged: 800 };

/**
 * Finds a page of matches. Words of many reports are found by walking along the list, where a page is full soon. What has not
 * filled it after some thousand rows is rare: all its matches are looked up by the index, which knows no order.
 */
export async function findReports(db: Db, query: AdminQuery, search: Search): Promise<FoundPage> {
  const { limit } = query;
  const list = rowsOf(query);
  const { ids, last } = await walk(db, list, search, walkedRows[list.isMerged ? 'merged' : 'plain'], limit + 1);
  if (last !== null)
    ids.push(...(await lookUp(db, rowsOf({ ...query, before: last }), search, last, limit + 1 - ids.length)));
  return { ids: ids.slice(0, limit), next: ids.length > limit ? (ids[limit - 1] ?? null) : null };
}
