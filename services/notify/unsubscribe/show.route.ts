import { type Handler, languageOf } from '@tma/kit';
import { readUnsubscribeToken } from '../links/unsubscribe-token.ts';
import { textsIn } from '../texts/index.ts';
import { sendConfirmPage, sendWrongLinkPage } from './page.ts';

/**
 * `GET /unsubscribe`: the page that the link of an invitation opens, in the language of its reader. It changes nothing, because mail scanners
 * follow links too.
 */
export const showUnsubscribe =
  ({ config }: { config: { UNSUBSCRIBE_SECRET: string } }): Handler<'showUnsubscribe'> =>
  ({ query }, request, reply) => {
    const texts = textsIn(languageOf(request.headers));
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    return address ? sendConfirmPage(reply, texts, address) : sendWrongLinkPage(reply, texts);
  };
