import { failpoint, type Handler } from '@tma/kit';
import { readLinkedClosure } from '../report/closure/closures.store.ts';
import { answerClosure } from './answer.ts';
import { type LinkParts, openLink, unknownLink } from './links.ts';

/** Takes the answer of whoever holds the link of a mail. */
export const answerLinkedClosure =
  (reports: LinkParts): Handler<'answerLinkedClosure'> =>
  async ({ body: { token, ...answer } }, { ip }) => {
    const linked = await openLink(reports, { token, ip });
    await answerClosure(reports, { ...linked, by: { audience: 'link' } }, answer);
    failpoint('change-committed');
    const seen = await readLinkedClosure(reports.pool, linked.closureId);
    if (!seen) throw unknownLink();
    return seen;
  };
