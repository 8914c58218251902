import type { Handler } from '@tma/kit';
import type { Reports } from '../../context.ts';
import { readResolved } from '../../stores/counts.store.ts';

/** How many reports were ever closed in a tehsil. */
export const stats =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'stats'> =>
  async ({ query }) => ({ resolved: await readResolved(pool, query.tehsil) });
