import { limits } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { issuesOf, statusesOf } from './kinds.ts';
import { listUpdates } from './public-reports.store.ts';

/** What happened to problems, as everybody may know it. */
export const publicUpdates =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'publicUpdates'> =>
  async ({ query: { tehsil, from, to, newest } }, _request, reply) => {
    const json = await listUpdates(pool, {
      tehsil,
      issues: issuesOf(undefined),
      statuses: statusesOf(undefined),
      from: new Date(from),
      to: to === undefined ? null : new Date(to),
      reports: limits.open311.page,
      newest,
    });
    return reply.type('application/json; charset=utf-8').send(json);
  };
