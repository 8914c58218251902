/** The problems that can be reported. */
import { problems } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { tehsilOf } from './jurisdiction.ts';
import { definitionOf, serviceOf } from './shapes.ts';

export const open311Services =
  (open311: Open311): Handler<'open311Services'> =>
  async ({ params, query }, request, reply) => {
    await tehsilOf(open311, request, query);
    return answer(reply, params.format, 'services', problems.map(serviceOf));
  };

/** The additional attributes of one problem. Throws 404 for an unknown code. */
export const open311Service =
  (open311: Open311): Handler<'open311Service'> =>
  async ({ params: { code, format }, query }, request, reply) => {
    await tehsilOf(open311, request, query);
    const problem = problems.find((known) => known.code === code);
    if (!problem) throw notFound('service_code: there is none of this name');
    return answer(reply, format, 'service_definition', definitionOf(problem));
  };
