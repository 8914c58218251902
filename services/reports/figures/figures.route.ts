import { type Handler, networkOf, sharedReads } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readStats } from '../report/counts.store.ts';
import { type Figures, readFigures } from './figures.ts';
import { rangeOf } from './range.ts';

type Parts = Pick<Reports, 'pool' | 'today' | 'limits' | 'tehsils'>;

/** A tehsil's figures from one day to another. They are read anew, so that one kept for a minute is no older than that. */
export const figures = ({ pool, today, limits, tehsils }: Parts): Handler<'figures'> => {
  const shared = sharedReads<Figures>();
  return async ({ query: { tehsil, ...asked } }, request, reply) => {
    await limits.figures.count(networkOf(request.ip));
    const day = today();
    const range = rangeOf(asked, day);
    await tehsils.require(tehsil);
    const key = JSON.stringify([tehsil, range, day]);
    const answer = await shared(key, () => readFigures(pool, tehsil, range, day));
    reply.header('cache-control', 'public, max-age=60');
    return answer;
  };
};

/** How many reports were ever closed in a tehsil, and what their reporters said. */
export const stats =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'stats'> =>
  ({ query }) =>
    readStats(pool, query.tehsil);
