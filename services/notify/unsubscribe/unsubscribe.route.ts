import { type Handler, HttpError, languageOf, type Parts } from '@tma/kit';
import type { NotifyConfig } from '../config.ts';
import { readUnsubscribeToken } from '../links/unsubscribe-token.ts';
import { en } from '../texts/en.ts';
import { textsIn } from '../texts/index.ts';
import { sendConfirmPage, sendDonePage, sendWrongLinkPage } from './page.ts';
import { suppress } from './suppressions.store.ts';

type UnsubscribeParts = Pick<Parts<NotifyConfig>, 'config' | 'pool'>;

/** `GET /unsubscribe`: the page that an invitation's link opens. It changes nothing, because mail scanners follow links too. */
export const showUnsubscribe =
  ({ config }: Pick<UnsubscribeParts, 'config'>): Handler<'showUnsubscribe'> =>
  ({ query }, request, reply) => {
    const texts = textsIn(languageOf(request.headers));
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    return address ? sendConfirmPage(reply, texts, address) : sendWrongLinkPage(reply, texts);
  };

/** `POST /unsubscribe`: stops invitations: the page's button, and the one click of a mail program (RFC 8058). Doing it twice is no error. */
export const unsubscribe =
  ({ config, pool }: UnsubscribeParts): Handler<'unsubscribe'> =>
  async ({ query }, request, reply) => {
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    if (!address) throw new HttpError(400, 'invalid_request', en.unsubscribe.wrongLink);
    await suppress(pool, address);
    return sendDonePage(reply, textsIn(languageOf(request.headers)));
  };
