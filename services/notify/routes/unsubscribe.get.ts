import type { Handler } from '@tma/kit';
import type { Notify } from '../context.ts';
import { translations } from '../locales/index.ts';
import { sendConfirmPage, sendWrongLinkPage } from '../unsubscribe/page.ts';
import { readUnsubscribeToken } from '../unsubscribe/token.ts';

const { en } = translations;

/** The page that the link of an invitation opens. It changes nothing, because mail scanners follow links too. */
export const showUnsubscribe =
  ({ config }: Notify): Handler<'showUnsubscribe'> =>
  ({ query }, _request, reply) => {
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    return address ? sendConfirmPage(reply, en, address) : sendWrongLinkPage(reply, en);
  };
