import { limits, problems, statuses } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { findPublic, listPublic, listUpdates } from './public-reports.store.ts';

const json = 'application/json; charset=utf-8';

/** Problems as everybody may see them. Where references are given, only those of the tehsil are found. */
export const publicReports =
  ({ config: { TIME_ZONE }, pool }: Pick<Reports, 'config' | 'pool'>): Handler<'publicReports'> =>
  async ({ query }, _request, reply) => {
    const { tehsil, references, history, offset, limit } = query;
    const issues = namesOf(problems, query.issues);
    if (references !== undefined) {
      const asked = { tehsil, issues: namesOf(problems), references: references.split(','), history };
      return reply.type(json).send(await findPublic(pool, asked, TIME_ZONE));
    }
    const dateOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
    const asked = {
      ...{ tehsil, history, offset, limit, issues, statuses: namesOf(statuses, query.statuses) },
      isOfAllKinds: query.issues === undefined && query.statuses === undefined,
      ...{ from: dateOf(query.from), to: dateOf(query.to), changedAfter: dateOf(query.changedAfter) },
    };
    return reply.type(json).send(await listPublic(pool, asked, TIME_ZONE));
  };

/** What happened to problems, as everybody may know it. */
export const publicUpdates =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'publicUpdates'> =>
  async ({ query: { tehsil, from, to, newest } }, _request, reply) => {
    const updates = await listUpdates(pool, {
      tehsil,
      issues: namesOf(problems),
      statuses: namesOf(statuses),
      from: new Date(from),
      to: to === undefined ? null : new Date(to),
      reports: limits.open311.page,
      newest,
    });
    return reply.type(json).send(updates);
  };

/** The names that belong to these codes, which are separated by commas; all names where no codes are given. */
function namesOf(all: readonly { name: string; code: string }[], codes?: string): string[] {
  const wanted = codes?.split(',');
  return all.filter(({ code }) => wanted === undefined || wanted.includes(code)).map(({ name }) => name);
}
