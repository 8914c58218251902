import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshInterval } from '@tma/web/api/query';
import { rowsDiffer } from '@tma/web/api/row-changes';
import type { RefObject } from 'react';
import { merge, segmentsToRead } from './merging.ts';
import { type AdminReport, type ListQuery, rereadSegment } from './segments.ts';
import { listKey, type ReportList } from './use-report-list.ts';

interface Updates {
  /** How many new reports are held back, as the top of the list is out of view. */
  heldBack: number;
  /** When the list last changed by itself (RFC 3339). */
  changedAt: string | null;
}

const none: Updates = { heldBack: 0, changedAt: null };
const updatesKey = (query: ListQuery) => ['updates', ...listKey(query).slice(1)] as const;

/**
 * Keeps the screen current: reads the segments in view again, and the top of the list, where new reports appear. New reports
 * are shown at once when the top is in view, else held back, so that nothing moves. `readAt` is when the list was read.
 */
export function useUpdates(query: ListQuery, grid: RefObject<HTMLElement | null>, readAt: number) {
  const client = useQueryClient();
  return useQuery({
    queryKey: updatesKey(query),
    queryFn: ({ signal }) => readUpdates(client, query, grid.current, signal),
    initialData: none,
    initialDataUpdatedAt: readAt,
    refetchInterval: refreshInterval,
  });
}

async function readUpdates(client: QueryClient, query: ListQuery, grid: HTMLElement | null, signal: AbortSignal) {
  const key = listKey(query);
  const before = client.getQueryData<Updates>(updatesKey(query)) ?? none;
  const requested = client.getQueryData<ReportList>(key);
  const read = new Map<number, AdminReport[]>();
  for (const index of segmentsToRead(requested?.pages ?? [], cardsInView(grid))) {
    const end = requested?.pages[index]?.end ?? null;
    read.set(index, await rereadSegment(query, requested?.pageParams[index], end, signal));
  }
  const list = client.getQueryData<ReportList>(key);
  // A segment that is being loaded will be appended to the list as it was when that was requested.
  if (!list || client.isFetching({ queryKey: key }) > 0) return before;

  const topIsHidden = grid !== null && grid.getBoundingClientRect().top < 0;
  const updates = { ...before, heldBack: 0 };
  const pages = list.pages.map((segment, index) => {
    const current = read.get(index);
    if (!current) return segment;
    const { rows, heldBack } = merge(segment.rows, current, topIsHidden && index === 0);
    updates.heldBack += heldBack;
    if (rowsDiffer(segment.rows, rows)) updates.changedAt = new Date().toISOString();
    return { ...segment, rows };
  });
  client.setQueryData<ReportList>(key, { ...list, pages });
  return updates;
}

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** The indexes of the first and last card within the window; -1 where none is. Lists out of sight are not laid out for it. */
function cardsInView(grid: HTMLElement | null): [number, number] {
  const seen: number[] = [];
  let begin = 0;
  for (const list of grid?.children ?? []) {
    const cards = [...list.children];
    if (isInView(list)) seen.push(...cards.flatMap((card, index) => (isInView(card) ? [begin + index] : [])));
    begin += cards.length;
  }
  return [seen[0] ?? -1, seen.at(-1) ?? -1];
}
