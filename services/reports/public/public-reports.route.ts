import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { issuesOf, statusesOf } from './kinds.ts';
import { findPublic, listPublic } from './public-reports.store.ts';

/** Problems as everybody may see them; of references, those that are of the tehsil. */
export const publicReports =
  ({ config: { TIME_ZONE }, pool }: Pick<Reports, 'config' | 'pool'>): Handler<'publicReports'> =>
  async ({ query }, _request, reply) => {
    const { tehsil, references, history, offset, limit } = query;
    const dateOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
    const json =
      references === undefined
        ? await listPublic(
            pool,
            {
              ...{ tehsil, history, offset, limit },
              issues: issuesOf(query.issues),
              statuses: statusesOf(query.statuses),
              isOfAllKinds: query.issues === undefined && query.statuses === undefined,
              ...{ from: dateOf(query.from), to: dateOf(query.to), changedAfter: dateOf(query.changedAfter) },
            },
            TIME_ZONE,
          )
        : await findPublic(
            pool,
            { tehsil, issues: issuesOf(undefined), references: references.split(','), history },
            TIME_ZONE,
          );
    return reply.type('application/json; charset=utf-8').send(json);
  };
