import type { Handler } from '@tma/kit';
import { byLink, type Linking } from '../../closures/links.ts';
import { requireOpen } from '../../closures/refusals.ts';
import { closureById, readLinkedClosure } from '../../stores/closures.store.ts';

/** What the link of a mail is for. Looking changes nothing. */
export const viewLinkedClosure =
  (reports: Linking): Handler<'viewLinkedClosure'> =>
  ({ body: { token } }, { ip }) =>
    byLink(reports, { token, ip }, async (id) => {
      const [closure, seen] = await Promise.all([closureById(reports.pool, id), readLinkedClosure(reports.pool, id)]);
      if (closure && seen) requireOpen(closure.standing);
      return seen;
    });
