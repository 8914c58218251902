import { operations } from '@tma/contracts';
import { type Handler, sendJson } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { listSupported as list } from './supported.store.ts';

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
