import { type Handler, HttpError } from '@tma/kit';
import type { Notify } from '../context.ts';
import { translations } from '../locales/index.ts';
import { suppress } from '../stores/suppressions.store.ts';
import { sendDonePage } from '../unsubscribe/page.ts';
import { readUnsubscribeToken } from '../unsubscribe/token.ts';

const { en } = translations;

/** Stops invitations: the page's button, and the one click of a mail program (RFC 8058). Doing it twice is no error. */
export const unsubscribe =
  ({ config, pool }: Notify): Handler<'unsubscribe'> =>
  async ({ query }, _request, reply) => {
    const address = readUnsubscribeToken(query.token, config.UNSUBSCRIBE_SECRET);
    if (!address) throw new HttpError(400, 'invalid_request', en.unsubscribe.wrongLink);
    await suppress(pool, address);
    return sendDonePage(reply, en);
  };
