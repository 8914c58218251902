import { type Handler, networkOf } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readRules } from '../report/due/deadlines.store.ts';
import { deadlinesOf } from '../report/due/rules.ts';

/** In how many working days an answer is due in a tehsil. */
export const readDeadlines =
  ({ pool, tehsils, limits }: Pick<Reports, 'pool' | 'tehsils' | 'limits'>): Handler<'readDeadlines'> =>
  async ({ query: { tehsil } }, { ip }) => {
    await limits.ruleReads.count(networkOf(ip));
    await tehsils.require(tehsil);
    return deadlinesOf(await readRules(pool, tehsil));
  };
