import type { Report } from '@tma/web/tables';

type Row = Pick<Report, 'id' | 'updated_at'>;

/** Whether a list read again tells something else than before. More of it, read on demand at its end, is nothing else. */
export const differs = (before: readonly Row[], now: readonly Row[]): boolean =>
  (before.length === 0 && now.length > 0) ||
  before.some((row, place) => now[place]?.id !== row.id || now[place].updated_at !== row.updated_at);
