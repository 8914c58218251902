import { Readable } from 'node:stream';
import { id as uuidRule } from '@tma/contracts';
import { type Caller, type Handler, HttpError, notFound } from '@tma/kit';
import type { Files } from '../../context.ts';
import { readRange } from '../../ranges.ts';
import { originalKey } from '../../storage/storage.ts';
import { type Document, findDocument } from '../../stores/uploads.store.ts';

const mayRead = (caller: Caller, document: Document) =>
  caller.audience === 'admin' ? caller.tehsil === document.tehsil : caller.id === document.owner_id;

/**
 * A report's PDF; 404 to a caller who may not read it. It is never shown within the portal's origin: browsers save it as
 * a file, and run no script in it should they open it all the same.
 */
export const downloadDocument =
  ({ pool, storage }: Files): Handler<'downloadDocument'> =>
  async ({ params, caller }, request, reply) => {
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const document = await findDocument(pool, params.id);
    if (!document || !mayRead(caller, document)) throw notFound();
    const key = originalKey(document.id);
    const found = await storage.stat(key);
    if (!found) throw notFound();

    const etag = `"${document.sha256}"`;
    const { range: requested, 'if-range': condition } = request.headers;
    // HEAD describes the whole; a range of another version is no part of this one (RFC 9110, 14.2 and 13.1.5).
    const isRanged = request.method === 'GET' && (condition === undefined || condition === etag);
    const range = readRange(isRanged ? requested : undefined, found.size);
    if (range === 'unsatisfiable') {
      throw new HttpError(416, 'range_not_satisfiable', 'The document ends before that.', {
        headers: { 'content-range': `bytes */${found.size}` },
      });
    }
    reply.type('application/pdf').headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="report-${params.id}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : found.size);
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.get(key, range ?? undefined));
  };
