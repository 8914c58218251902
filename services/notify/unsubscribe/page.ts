import { escapeHtml } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import type { Texts } from '../texts/en.ts';

/** The page with the button that stops invitations to an address. */
export const sendConfirmPage = (reply: FastifyReply, texts: Texts, address: string) =>
  sendPage(
    reply,
    texts,
    texts.unsubscribe.title,
    `<p>${texts.unsubscribe.explanation(`<strong>${escapeHtml(address)}</strong>`)}</p>
       <form method="post"><button>${texts.unsubscribe.button}</button></form>`,
  );

/** The page after the button. */
export const sendDonePage = (reply: FastifyReply, texts: Texts) =>
  sendPage(reply, texts, texts.unsubscribe.doneTitle, `<p>${texts.unsubscribe.done}</p>`);

/** The page of a link that was cut or changed, with status 400. */
export const sendWrongLinkPage = (reply: FastifyReply, texts: Texts) =>
  sendPage(reply.code(400), texts, texts.unsubscribe.wrongLinkTitle, `<p>${texts.unsubscribe.wrongLink}</p>`);

const sendPage = (reply: FastifyReply, { language, direction }: Texts, title: string, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .header('vary', 'Cookie, Accept-Language')
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${title}</title>` +
        '<meta name="viewport" content="width=device-width"></head>' +
        `<body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
