import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { tehsilOf } from './jurisdiction.ts';
import { readUpdatesQuery } from './query.ts';
import { updateOf } from './shapes.ts';

/** What happened to reports of a tehsil after they came in, newest first. */
export const open311Updates =
  (open311: Open311): Handler<'open311Updates'> =>
  async ({ params, query }, request, reply) => {
    const tehsil = await tehsilOf(open311, request, query);
    const found = await open311.reports.updates({ tehsil, ...readUpdatesQuery(query) });
    return answer(reply, params.format, 'service_request_updates', found.map(updateOf));
  };
