import type { Row } from './measure.ts';

/** What can be measured, by name, in the order of a run without a name. */
export const parts: Record<string, () => Promise<{ bench(): Promise<Row[]> }>> = {
  attacks: () => import('./attacks.ts'),
  deadlines: () => import('./deadlines.ts'),
  figures: () => import('./figures.ts'),
  gateway: () => import('./gateway.ts'),
  gotrue: () => import('./gotrue.ts'),
  life: () => import('./life.ts'),
  load: () => import('./load.ts'),
  mail: () => import('./mail.ts'),
  pages: () => import('./pages.ts'),
  reports: () => import('./reports.ts'),
  search: () => import('./search.ts'),
};

/** What takes longer than an hour, and is measured by its name alone. */
export const longParts: typeof parts = {
  soak: async () => ({ bench: (await import('./load.ts')).soak }),
};
