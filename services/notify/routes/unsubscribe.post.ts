import { type Handler, HttpError, languageOf } from '@tma/kit';
import type { Notify } from '../context.ts';
import { en } from '../locales/en.ts';
import { textsIn } from '../locales/index.ts';
import { suppress } from '../stores/suppressions.store.ts';
import { sendDonePage } from '../unsubscribe/page.ts';
import { readUnsubscribeToken } from '../unsubscribe/token.ts';

/** Stops invitations: the page's button, and the one click of a mail program (RFC 8058). Doing it twice is no error. */
export const unsubscribe =
  ({ config, pool }: Notify): Handler<'unsubscribe'> =>
  async ({ query }, request, reply) => {
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    if (!address) throw new HttpError(400, 'invalid_request', en.unsubscribe.wrongLink);
    await suppress(pool, address);
    return sendDonePage(reply, textsIn(languageOf(request.headers)));
  };
