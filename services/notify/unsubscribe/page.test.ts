import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { en } from '../texts/en.ts';
import { ur } from '../texts/ur.ts';
import { sendConfirmPage, sendDonePage, sendWrongLinkPage } from './page.ts';

const app = Fastify();
app.get('/confirm', (_request, reply) => sendConfirmPage(reply, en, "o'neil+<x>@example.com"));
app.get('/urdu', (_request, reply) => sendConfirmPage(reply, ur, 'sana@example.com'));
app.get('/done', (_request, reply) => sendDonePage(reply, en));
app.get('/wrong', (_request, reply) => sendWrongLinkPage(reply, en));
afterAll(() => app.close());

const documentOf = (title: string, body: string) =>
  `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

it.each([
  [
    '/confirm',
    200,
    'Stop invitations',
    '<p>Invitations from this portal will no longer be sent to <strong>o&#39;neil+&lt;x&gt;@example.com</strong>.</p>\n' +
      '       <form method="post"><button>Stop invitations</button></form>',
  ],
  ['/done', 200, 'Invitations stopped', '<p>No more invitations will be sent to you.</p>'],
  ['/wrong', 400, 'This link is not complete', '<p>This link is not complete. Please open it from the mail again.</p>'],
])('%s is a page without scripts, byte for byte', async (url, status, title, body) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.body]).toEqual([status, documentOf(title, body)]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    vary: 'Cookie, Accept-Language',
    'referrer-policy': 'no-referrer',
  });
});

it('is written from right to left in Urdu, its address from left to right', async () => {
  const { body } = await app.inject('/urdu');
  expect(body).toContain('<html lang="ur" dir="rtl">');
  expect(body).toContain('<bdi><strong>sana@example.com</strong></bdi>');
  expect(body).toContain(`<title>${ur.unsubscribe.title}</title>`);
});
