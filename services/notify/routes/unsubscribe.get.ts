import type { Handler } from '@tma/kit';
import type { Notify } from '../context.ts';
import { en } from '../locales/en.ts';
import { sendConfirmPage, sendWrongLinkPage } from '../unsubscribe/page.ts';
import { readUnsubscribeToken } from '../unsubscribe/token.ts';

/** The page that the link of an invitation opens. It changes nothing, because mail scanners follow links too. */
export const showUnsubscribe =
  ({ config }: Notify): Handler<'showUnsubscribe'> =>
  ({ query }, _request, reply) => {
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    return address ? sendConfirmPage(reply, en, address) : sendWrongLinkPage(reply, en);
  };
