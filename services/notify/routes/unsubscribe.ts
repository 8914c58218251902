import { type Handler, HttpError, type Parts } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import type { NotifyConfig } from '../config.ts';
import { escapeHtml } from '../html.ts';
import { suppress } from '../store.ts';
import { addressOf } from '../unsubscribe.ts';

/** The page a person lands on: one button, so that a mail scanner that follows the link changes nothing. */
export const showUnsubscribe =
  ({ config }: Parts<NotifyConfig>): Handler<'showUnsubscribe'> =>
  ({ query }, _request, reply) => {
    const address = addressOf(query.token, config.UNSUBSCRIBE_SECRET);
    if (!address) return sendPage(reply.code(400), 'This link is not complete', `<p>${fault}</p>`);
    return sendPage(
      reply,
      'Stop invitations',
      `<p>Invitations from this portal will no longer be sent to <strong>${escapeHtml(address)}</strong>.</p>
       <form method="post"><button>Stop invitations</button></form>`,
    );
  };

export const unsubscribe =
  ({ config, pool }: Parts<NotifyConfig>): Handler<'unsubscribe'> =>
  async ({ query }, _request, reply) => {
    const address = addressOf(query.token, config.UNSUBSCRIBE_SECRET);
    if (!address) throw new HttpError(400, 'invalid_request', fault);
    await suppress(pool, address);
    return sendPage(reply, 'Invitations stopped', '<p>No more invitations will be sent to you.</p>');
  };

const fault = 'This link is not complete. Please open it from the mail again.';

const sendPage = (reply: FastifyReply, title: string, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        '<meta name="viewport" content="width=device-width"></head>' +
        `<body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
