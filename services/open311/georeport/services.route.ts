import { problems } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { tehsilOf } from './jurisdiction.ts';
import { serviceOf } from './shapes.ts';

/** The problems that can be reported. */
export const open311Services =
  (open311: Open311): Handler<'open311Services'> =>
  async ({ params, query }, request, reply) => {
    await tehsilOf(open311, request, query);
    return answer(reply, params.format, 'services', problems.map(serviceOf));
  };
