import { HttpError, networkOf } from '@tma/kit';
import type { Reports } from '../context.ts';

/** The kind of link that the token is made for; notify makes it with the same word. */
const kind = 'closure';

export type Linking = Pick<Reports, 'pool' | 'config' | 'linkKeys' | 'limits'>;

/**
 * Does what the link of a mail is for. Who sends too many unknown tokens is refused for a while, with any token.
 * @param token as the caller sent it
 * @param work with the closure's id; null where there is no such closure
 * Throws 404 for a token that opens nothing, 429 after too many of them.
 */
export async function byLink<Seen>(
  { pool, linkKeys, limits: { unknownLinks } }: Linking,
  { token, ip }: { token: string; ip: string },
  work: (closureId: string) => Promise<Seen | null>,
): Promise<Seen> {
  const network = networkOf(ip);
  await unknownLinks.check(network);
  const id = await linkKeys.idOf(pool, kind, token);
  const seen = id === null ? null : await work(id);
  if (seen !== null) return seen;
  await unknownLinks.count(network);
  throw new HttpError(404, 'link_unknown', 'This link does not work.');
}
