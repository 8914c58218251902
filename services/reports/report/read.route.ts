import { type Handler, requireId, sendIfUnchanged, sendJson } from '@tma/kit';
import type { Reports } from './context.ts';
import { readHistory } from './history.store.ts';
import { requireMay, sideOf } from './policy.ts';
import { readReportAs } from './reports.store.ts';

/** One report, for who may read it, as in lists of theirs. */
export const readReport =
  ({ pool, today }: Pick<Reports, 'pool' | 'today'>): Handler<'readReport'> =>
  async ({ params: { id }, caller }, request, reply) => {
    requireId(id);
    const side = sideOf(caller);
    const found = await readReportAs(pool, id, side, today());
    requireMay(caller, 'read', found);
    const { json, version, isVersioned } = found;
    // Each side sees another text, and whoever changes sides, as an administrator with another role, has that of the one before.
    const etag = side === 'office' ? `"${version}"` : `"${version}-${side}"`;
    if (isVersioned && sendIfUnchanged(request, reply, etag)) return reply;
    return reply
      .headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
      .type('application/json; charset=utf-8')
      .send(json);
  };

/** What happened to a report, for who may read it. With `notes=public`, staff see which notes the reporter can read. */
export const reportHistory =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'reportHistory'> =>
  async ({ params: { id }, query: { notes }, caller }, request, reply) => {
    requireId(id);
    const history = await readHistory(pool, id, sideOf(caller), notes === 'public');
    requireMay(caller, 'read', history);
    return sendJson(request, reply, history.json);
  };
