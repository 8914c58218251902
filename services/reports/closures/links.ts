import { HttpError, networkOf } from '@tma/kit';
import { reportOfClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';

/** The kind of link that the token is made for; notify makes it with the same word. */
const kind = 'closure';

export type LinkParts = Pick<Reports, 'pool' | 'config' | 'linkKeys' | 'limits'>;

/** What a link is for. */
interface Linked {
  closureId: string;
  reportId: string;
}

/**
 * Finds what the link of a mail is for. Who sends too many unknown tokens is refused for a while, with any token.
 * @param token as the caller sent it
 * Throws 404 for a token that opens nothing, 429 after too many of them.
 */
export async function openLink(
  { pool, linkKeys, limits: { unknownLinks } }: LinkParts,
  { token, ip }: { token: string; ip: string },
): Promise<Linked> {
  const network = networkOf(ip);
  await unknownLinks.check(network);
  const closureId = await linkKeys.idOf(pool, kind, token);
  const reportId = closureId === null ? null : await reportOfClosure(pool, closureId);
  if (closureId !== null && reportId !== null) return { closureId, reportId };
  await unknownLinks.count(network);
  throw unknownLink();
}

export const unknownLink = () => new HttpError(404, 'link_unknown', 'This link does not work.');
