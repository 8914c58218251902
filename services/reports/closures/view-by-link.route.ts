import type { Handler } from '@tma/kit';
import { closureById, readLinkedClosure } from '../report/closure/closures.store.ts';
import { requireOpen } from '../report/closure/refusals.ts';
import { type LinkParts, openLink, unknownLink } from './links.ts';

/** What the link of a mail is for. Looking changes nothing. */
export const viewLinkedClosure =
  (reports: LinkParts): Handler<'viewLinkedClosure'> =>
  async ({ body: { token } }, { ip }) => {
    const { closureId } = await openLink(reports, { token, ip });
    const [closure, seen] = await Promise.all([
      closureById(reports.pool, closureId),
      readLinkedClosure(reports.pool, closureId),
    ]);
    if (!closure || !seen) throw unknownLink();
    requireOpen(closure.state);
    return seen;
  };
