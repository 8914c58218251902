import { limits } from '@tma/contracts';
import type { Db } from '@tma/kit';
import { readIndexed, type Search } from '../report/search/words.store.ts';
import { matchesWithoutName } from '../report/search/words.ts';
import { type AdminQuery, type FoundPage, rowsOf } from './admin-reports.store.ts';
import { scanList, searchIndex } from './search.store.ts';

/** So many of the newest rows are looked at one by one: some ten milliseconds. A row of a merged list costs several. */
const scannedRows = { plain: 4000, merged: 800 };

/**
 * Finds a page of matches. Words of many reports are found by scanning the list, where a page is soon full. What has not
 * filled it after some thousand rows is rare: all its matches are looked up by the index, which knows no order.
 */
export async function findReports(db: Db, query: AdminQuery, search: Search): Promise<FoundPage> {
  const { limit } = query;
  const list = rowsOf(query);
  const { ids, last } = await scanList(db, list, search, scannedRows[list.isMerged ? 'merged' : 'plain'], limit + 1);
  if (last !== null)
    ids.push(...(await searchIndex(db, rowsOf({ ...query, before: last }), search, last, limit + 1 - ids.length)));
  return firstOf(ids, limit);
}

/** The first page of what was found. */
const firstOf = (ids: readonly string[], limit: number): FoundPage => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? (ids[limit - 1] ?? null) : null,
});

/** The same for crew: what matches by its reporter's name alone is left out. @param text what they look for */
export async function findReportsForCrew(db: Db, query: AdminQuery, search: Search, text: string): Promise<FoundPage> {
  const ids: string[] = [];
  let before = query.before;
  do {
    const page = await findReports(db, { ...query, before, limit: limits.page.max }, search);
    const found = (await readIndexed(db, page.ids)).filter((report) => matchesWithoutName(text, report));
    const matching = new Set(found.map(({ id }) => id));
    ids.push(...page.ids.filter((id) => matching.has(id)));
    before = page.next ?? undefined;
  } while (before !== undefined && ids.length <= query.limit);
  return firstOf(ids, query.limit);
}
