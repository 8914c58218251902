import type { Handler } from '@tma/kit';
import type { Reports } from '../../context.ts';
import { deadlinesOf } from '../../deadlines/rules.ts';
import { readRules } from '../../stores/deadlines.store.ts';

/** In how many working days an answer is due in a tehsil. */
export const readDeadlines =
  ({ pool, tehsils }: Pick<Reports, 'pool' | 'tehsils'>): Handler<'readDeadlines'> =>
  async ({ query: { tehsil } }) => {
    await tehsils.require(tehsil);
    return deadlinesOf(await readRules(pool, tehsil));
  };
