import { operations } from '@tma/contracts';
import { failpoint, type Handler, notFound, sendJson } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { tehsilsOf } from '../report/people/people.store.ts';
import { findReport } from '../report/reports.store.ts';
import { isSupporter } from '../report/supporters/supporters.store.ts';
import { endSupport as end, supportReport as support } from './support-report.ts';
import { listSupported as list } from './supported.store.ts';

type Parts = Pick<Reports, 'pool' | 'limits'>;

/** Has the caller support a report of their tehsil; one that they support already counts for nothing. */
export const supportReport =
  ({ pool, limits }: Parts): Handler<'supportReport'> =>
  async ({ params, caller }) => {
    const id = await findReport(pool, params.id);
    if (id === null) throw notFound();
    const takeBack = (await isSupporter(pool, id, caller.id)) ? null : await limits.supports.reserve(caller.id);
    const tehsils = await tehsilsOf(pool, caller);
    const { supports, isNew } = await support(pool, { id, by: { ...caller, tehsils } }).catch(
      async (error: unknown) => {
        await takeBack?.();
        throw error;
      },
    );
    if (!isNew) await takeBack?.();
    failpoint('change-committed');
    return { supports, supported: true as const };
  };

/** Ends that. */
export const endSupport =
  ({ pool }: Pick<Parts, 'pool'>): Handler<'endSupport'> =>
  async ({ params, caller }, _request, reply) => {
    const id = await findReport(pool, params.id);
    if (id === null) throw notFound();
    const tehsils = await tehsilsOf(pool, caller);
    await end(pool, { id, by: { ...caller, tehsils } });
    failpoint('change-committed');
    return reply.code(204).send();
  };

/** A page of the reports that the caller supports; `Link` names the next one when more follow. */
export const listSupported =
  ({ pool, config }: Pick<Reports, 'pool' | 'config'>): Handler<'listSupported'> =>
  async ({ query: { limit, before }, caller }, request, reply) => {
    const { json, next } = await list(pool, caller.id, limit, before);
    if (next !== null) {
      const more = new URLSearchParams({ limit: String(limit), before: next });
      reply.header('link', `<${config.PUBLIC_URL}${operations.listSupported.path}?${more}>; rel="next"`);
    }
    return sendJson(request, reply, json);
  };
