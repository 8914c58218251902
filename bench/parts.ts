import type { Row } from './measure.ts';

/** What can be measured, by name, in the order of a run without a name. */
export const parts: Record<string, () => Promise<{ bench(): Promise<Row[]> }>> = {
  attacks: () => import('./attacks.ts'),
  auth: () => import('./auth.ts'),
  backbone: () => import('./backbone.ts'),
  deadlines: () => import('./deadlines.ts'),
  figures: () => import('./figures.ts'),
  gateway: () => import('./gateway.ts'),
  gotrue: () => import('./gotrue.ts'),
  load: () => import('./load.ts'),
  mail: () => import('./mail.ts'),
  memory: () => import('./memory.ts'),
  pages: () => import('./pages.ts'),
  reports: () => import('./reports.ts'),
  scaling: () => import('./scaling.ts'),
  search: () => import('./search.ts'),
  slow: () => import('./slow.ts'),
  submit: () => import('./submit.ts'),
};
