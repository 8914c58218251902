import { v7 as uuid } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { createUnsubscribeToken } from '../links/unsubscribe-token.ts';
import { invitation } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';

const notify = await startNotify();
afterAll(() => notify.stop());

const invite = (neighborEmail: string) => notify.handle('InviteRequested', invitation(neighborEmail));
const soon = { timeout: 15_000 };

/** Where the link of an invitation that arrived leads to, path and query. */
function stopLink(to: string): string {
  const mail = notify.smtp.received.find((one) => one.to === to);
  const [, link = ''] =
    /^List-Unsubscribe: <http:\/\/portal\.test(.+)>$/im.exec(
      mail?.text.replaceAll(/\r\n[ \t]/g, ' ').replaceAll('\r', '') ?? '',
    ) ?? [];
  return link;
}

it('whoever follows the link of an invitation, by one click (RFC 8058), is invited no more; others are', async () => {
  const [to, other] = [`${uuid()}@example.org`, `${uuid()}@example.org`];
  await invite(to);
  await expect.poll(() => notify.subjects(to), soon).toHaveLength(1);
  const url = stopLink(to);
  const looked = await notify.inject({ method: 'GET', url });
  expect([looked.statusCode, looked.body.includes(to)]).toEqual([200, true]);
  await invite(to);
  // To look changes nothing.
  await expect.poll(() => notify.subjects(to), soon).toHaveLength(2);
  const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  for (const [type, payload] of [
    ['multipart/form-data; boundary=b', part],
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ] as const) {
    const { statusCode } = await notify.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    expect([type, statusCode]).toEqual([type, 200]);
  }
  await invite(to);
  await invite(other);
  await expect.poll(() => notify.subjects(other), soon).toHaveLength(1);
  expect(notify.subjects(to)).toHaveLength(2);
});

it('an invitation that waits for the mail server is not sent after that', async () => {
  const to = `${uuid()}@example.org`;
  notify.smtp.answerWith((mail) => (mail.to === to ? { code: 451, text: 'Try later' } : null));
  await invite(to);
  const states = async () => (await notify.pool.query('select state from deliveries where recipient = $1', [to])).rows;
  await expect.poll(states, soon).toEqual([{ state: 'deferred' }]);
  const token = createUnsubscribeToken(to, notify.config.UNSUBSCRIBE_SECRET);
  expect((await notify.inject({ method: 'POST', url: `/unsubscribe?token=${token}` })).statusCode).toBe(200);
  expect(await states()).toEqual([]);
  notify.smtp.answerWith(() => null);
});

it.each([
  [{ cookie: 'a=1; lang=ur', 'accept-language': 'en' }, 'ur'],
  [{ 'accept-language': 'fr, ur-PK;q=0.8, en;q=0.5' }, 'ur'],
  [{ cookie: 'lang=en', 'accept-language': 'ur' }, 'en'],
  [{}, 'en'],
])('the pages are in the language of the reader: %o is %s', async (headers, language) => {
  const to = `${uuid()}@example.org`;
  await invite(to);
  await expect.poll(() => notify.subjects(to), soon).toHaveLength(1);
  const url = stopLink(to);
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode, body, headers: answered } = await notify.inject({ method, url, headers });
    expect([statusCode, answered.vary]).toEqual([200, 'Cookie, Accept-Language']);
    expect(body).toContain(`<html lang="${language}" `);
  }
});

it.each(['', 'x', `${'A'.repeat(40)}.${'B'.repeat(43)}`])('the token %j stops nothing', async (token) => {
  const answer = await notify.inject({ method: 'POST', url: `/unsubscribe?token=${token}` });
  expect(answer.statusCode).toBe(400);
});

it.each(['', '?token=', '?token=a&token=b'])('a link with the query %j says that it is not complete', async (query) => {
  const answer = await notify.inject({ method: 'GET', url: `/unsubscribe${query}` });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<h1>This link is not complete</h1>');
});
