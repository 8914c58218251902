import { type Handler, languageOf } from '@tma/kit';
import type { Notify } from '../context.ts';
import { textsIn } from '../locales/index.ts';
import { sendConfirmPage, sendWrongLinkPage } from '../unsubscribe/page.ts';
import { readUnsubscribeToken } from '../unsubscribe/token.ts';

/**
 * The page that the link of an invitation opens, in the language of its reader. It changes nothing, because mail scanners
 * follow links too.
 */
export const showUnsubscribe =
  ({ config }: Notify): Handler<'showUnsubscribe'> =>
  ({ query }, request, reply) => {
    const texts = textsIn(languageOf(request.headers));
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    return address ? sendConfirmPage(reply, texts, address) : sendWrongLinkPage(reply, texts);
  };
