import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@tma/contracts/csv';
import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findEnd, findEntries, type Wanted } from './audit.store.ts';

/** What staff of the caller's tehsil did and read, newest first. */
export const readAudit =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'readAudit'> =>
  async ({ query, caller: { tehsil } }) =>
    (await findEntries(pool, { ...query, tehsil })).map(({ seq, at, kind, by, about, detail }) => {
      return { seq, at, kind, by, about, detail };
    });

const columns = ['seq', 'at', 'kind', 'by', 'about', 'detail'];
const atOnce = 1000;

type Found = Awaited<ReturnType<typeof findEntries>>;

/** The same as a file for spreadsheets, of all that there is. */
export const downloadAudit =
  ({ pool, limits }: Pick<Auth, 'pool' | 'limits'>): Handler<'downloadAudit'> =>
  async ({ query, caller: { id, tehsil } }, request, reply) => {
    const asksForHead = request.method === 'HEAD';
    if (!asksForHead) await limits.downloads.count(id);
    const wanted = { ...query, tehsil, limit: atOnce };
    // Before the answer begins: so it can still be an error if nothing can be read.
    const first = asksForHead ? [] : await findEntries(pool, wanted);
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"').type('text/csv; charset=utf-8');
    return reply.send(Readable.from(asksForHead ? [] : linesOf(pool, wanted, first)));
  };

/** Entries never change: pages read one after the other are consistent, and a slow reader holds nothing up. */
async function* linesOf(pool: Auth['pool'], wanted: Wanted, first: Found) {
  yield byteOrderMark + csvLine(columns);
  let page = first;
  for (;;) {
    if (page.length > 0) yield page.map(lineOf).join('');
    const last = page.at(-1);
    if (!last || page.length < atOnce) return;
    page = await findEntries(pool, { ...wanted, before: last.seq });
  }
}

const lineOf = ({ seq, at, kind, by, about, detail }: Found[number]) =>
  csvLine([String(seq), at, kind, by?.name ?? null, about, detail]);

/** The current end of the audit log, which the signed log records once a day. */
export const auditEnd =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'auditEnd'> =>
  () =>
    findEnd(pool);
