import { type Caller, type Handler, type Limit, noteAct, notFound, type Parts, requireId, transaction } from '@tma/kit';
import { originalKey } from '../storage/keys.ts';
import { requestedRange, sendRange } from '../storage/ranges.ts';
import { getIfKept, type Storage } from '../storage/storage.ts';
import { findDocument, type StoredDocument } from './documents.store.ts';

const mayRead = (caller: Caller, { tehsil, owner_id }: StoredDocument) =>
  caller.audience === 'admin' ? caller.tehsil === tehsil : caller.id === owner_id;

type DocumentParts = Pick<Parts, 'pool'> & { storage: Storage; limits: { papers: Limit } };

/**
 * `GET /download-pdf/{id}`: a report's PDF; 404 for a caller who may not read it. Browsers save it as a file and never show it within
 * the portal's origin; if one opens it nevertheless, no script in it runs. That a member of staff reads it is written into the audit log first.
 */
export const downloadDocument =
  ({ pool, storage, limits }: DocumentParts): Handler<'downloadDocument'> =>
  async ({ params, caller }, request, reply) => {
    requireId(params.id);
    const document = await findDocument(pool, params.id);
    if (!document || !mayRead(caller, document)) throw notFound();
    const key = originalKey(document.id);
    const found = await storage.stat(key);
    if (!found) throw notFound();

    const etag = `"${document.sha256}"`;
    const { size } = found;
    const range = requestedRange(request, { etag, size, what: 'document' });
    if (caller.audience === 'admin' && request.method === 'GET') {
      await limits.papers.count(caller.id);
      const about = document.reference ?? params.id;
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
