import { type Caller, type Handler, type Limit, noteAct, notFound, type Parts, requireId, transaction } from '@tma/kit';
import { originalKey } from '../storage/keys.ts';
import { requestedRange, sendRange } from '../storage/ranges.ts';
import { getIfKept, type Storage } from '../storage/storage.ts';
import { findPaper, type Paper } from './papers.store.ts';

const mayRead = (caller: Caller, paper: Paper) =>
  caller.audience === 'admin' ? caller.tehsil === paper.tehsil : caller.id === paper.owner_id;

type PaperParts = Pick<Parts, 'pool'> & { storage: Storage; limits: { papers: Limit } };

/**
 * `GET /download-pdf/{id}`: a report's PDF; 404 to a caller who may not read it. It is never shown within the portal's origin: browsers save it as
 * a file, and run no script in it should they open it all the same. The audit log says which of staff read it, before they do.
 */
export const downloadDocument =
  ({ pool, storage, limits }: PaperParts): Handler<'downloadDocument'> =>
  async ({ params, caller }, request, reply) => {
    requireId(params.id);
    const paper = await findPaper(pool, params.id);
    if (!paper || !mayRead(caller, paper)) throw notFound();
    const key = originalKey(paper.id);
    const found = await storage.stat(key);
    if (!found) throw notFound();

    const etag = `"${paper.sha256}"`;
    const { size } = found;
    const range = requestedRange(request, { etag, size, what: 'document' });
    if (caller.audience === 'admin' && request.method === 'GET') {
      await limits.papers.count(caller.id);
      const about = paper.reference ?? params.id;
      await transaction(pool, (tx) => noteAct(tx, 'files', caller, { kind: 'document-read', about }));
    }
    reply.type('application/pdf').headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="report-${params.id}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    return sendRange(request, reply, { range, size }, async () => {
      const content = await getIfKept(storage, key, range ?? undefined);
      if (!content) throw notFound();
      return content;
    });
  };
