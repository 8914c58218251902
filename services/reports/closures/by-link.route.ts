/** Shows a closure to whoever has the link of its mail, and takes their answer. */
import { failpoint, type Handler, networkOf, unknownLink } from '@tma/kit';
import { closureById, readLinkedClosure, reportOfClosure } from '../report/closure/closures.store.ts';
import { requireOpen } from '../report/closure/state-machine.ts';
import type { Reports } from '../report/context.ts';
import { takeAnswer } from './answer.ts';

type LinkParts = Pick<Reports, 'pool' | 'config' | 'linkKeys' | 'limits'>;

/** Shows the closure that the link is for. This changes nothing. */
export const viewLinkedClosure =
  (reports: LinkParts): Handler<'viewLinkedClosure'> =>
  async ({ body: { token } }, { ip }) => {
    const { closureId } = await openLink(reports, token, ip);
    const [closure, seen] = await Promise.all([
      closureById(reports.pool, closureId),
      readLinkedClosure(reports.pool, closureId),
    ]);
    if (!closure || !seen) throw unknownLink();
    requireOpen(closure.state);
    return seen;
  };

export const answerLinkedClosure =
  (reports: LinkParts): Handler<'answerLinkedClosure'> =>
  async ({ body: { token, ...answer } }, { ip }) => {
    const linked = await openLink(reports, token, ip);
    await takeAnswer(reports, { ...linked, by: { audience: 'link' } }, answer);
    failpoint('change-committed');
    const seen = await readLinkedClosure(reports.pool, linked.closureId);
    if (!seen) throw unknownLink();
    return seen;
  };

/** The kind of link that the token is made for; notify uses the same word. */
const kind = 'closure';

/**
 * Finds the closure of a link. Whoever sends too many unknown tokens is refused for a while, with any token.
 * @param token as the caller sent it
 * Throws 404 for a token that opens nothing, 429 after too many of them.
 */
async function openLink({ pool, linkKeys, limits: { unknownLinks } }: LinkParts, token: string, ip: string) {
  const network = networkOf(ip);
  await unknownLinks.check(network);
  const closureId = await linkKeys.idOf(pool, kind, token);
  const reportId = closureId === null ? null : await reportOfClosure(pool, closureId);
  if (closureId !== null && reportId !== null) return { closureId, reportId };
  await unknownLinks.count(network);
  throw unknownLink();
}
