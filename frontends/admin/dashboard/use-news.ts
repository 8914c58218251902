import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { differs, merge, stretchesOf } from './merging.ts';
import { type AdminReport, readAgain, type Which } from './stretches.ts';
import { type List, listKey, refresh } from './use-list.ts';

interface News {
  /** How many new reports are held back, as the top of the list is out of sight. */
  waiting: number;
  /** When the list last changed by itself (RFC 3339). */
  changed: string | null;
}

const none: News = { waiting: 0, changed: null };

/**
 * Keeps what is on the screen current: the stretches in sight and the top of the list, where new reports come. Those are
 * shown at once to who looks at the top and wait for who does not: nothing jumps. `asOf` is when the list was read.
 */
export function useNews(which: Which, grid: RefObject<HTMLElement | null>, asOf: number) {
  const client = useQueryClient();
  const { token, filter } = which;
  return useQuery({
    queryKey: ['news', token, filter],
    queryFn: ({ signal }) => readNews(client, which, grid.current, signal),
    initialData: none,
    initialDataUpdatedAt: asOf,
    refetchInterval: refresh,
  });
}

async function readNews(client: QueryClient, which: Which, grid: HTMLElement | null, signal: AbortSignal) {
  const key = listKey(which);
  const before = client.getQueryData<News>(['news', which.token, which.filter]) ?? none;
  const asked = client.getQueryData<List>(key);
  const read = new Map<number, AdminReport[]>();
  for (const place of stretchesOf(asked?.pages ?? [], cardsInSight(grid))) {
    const end = asked?.pages[place]?.end ?? null;
    read.set(place, await readAgain(which, asked?.pageParams[place], end, signal));
  }
  const list = client.getQueryData<List>(key);
  // A stretch that is on its way will be put below the list as it was when that was asked for.
  if (!list || client.isFetching({ queryKey: key }) > 0) return before;

  const hold = grid !== null && grid.getBoundingClientRect().top < 0;
  const news = { ...before, waiting: 0 };
  const pages = list.pages.map((stretch, place) => {
    const found = read.get(place);
    if (!found) return stretch;
    const { rows, waiting } = merge(stretch.rows, found, hold && place === 0);
    news.waiting += waiting;
    if (differs(stretch.rows, rows)) news.changed = new Date().toISOString();
    return { ...stretch, rows };
  });
  client.setQueryData<List>(key, { ...list, pages });
  return news;
}

/** The places of the first and last card within the window. */
function cardsInSight(grid: HTMLElement | null): [number, number] {
  const boxes = [...(grid?.children ?? [])].map((card) => card.getBoundingClientRect());
  return [boxes.findIndex(({ bottom }) => bottom > 0), boxes.findLastIndex(({ top }) => top < innerHeight)];
}
