import { type Handler, networkOf, sendIfUnchanged, sharedReads, weakEtag } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { newestShared } from './feed.store.ts';
import { feedOf } from './feed.ts';

type Parts = Pick<Reports, 'pool' | 'config' | 'limits' | 'tehsils'>;

/** The feed of a tehsil. Readers ask whether it has changed; nobody keeps it without asking, as what is in it may be hidden. */
export const sharedReports = ({ pool, config, limits, tehsils }: Parts): Handler<'sharedReports'> => {
  const shared = sharedReads<string>();
  return async ({ query: { tehsil } }, request, reply) => {
    await limits.feeds.count(networkOf(request.ip));
    await tehsils.require(tehsil);
    const feed = await shared(tehsil, async () => feedOf(config.PUBLIC_URL, tehsil, await newestShared(pool, tehsil)));
    if (sendIfUnchanged(request, reply, weakEtag(feed))) return reply;
    return reply.type('application/atom+xml; charset=utf-8').send(feed);
  };
};
