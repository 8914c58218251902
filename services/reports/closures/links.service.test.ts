import { LinkedClosure } from '@tma/contracts';
import { createLinkToken } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { startClosing } from '../testing/closures.ts';

const { reports, api, admin, ali, closed } = await startClosing();
afterAll(() => reports.stop());

/** A report that was closed, with the token of its mail. */
async function mailed() {
  const id = await closed(1);
  return { id, image: (await api.closure(ali, id)).proof as string, token: await api.token(id) };
}
const view = async (token: string) => {
  const response = await api.byLink('view', { token });
  return { status: response.status, body: await response.json() };
};
const answer = async (token: string, said: object) => {
  const response = await api.byLink('answer', { token, ...said });
  return { status: response.status, body: await response.json() };
};
const dispute = { answer: 'not-fixed', reason: 'Dust is back.' };

test('viewing shows the claim and no personal data, and changes nothing', async () => {
  const { id, image, token } = await mailed();
  const [first, second] = [await view(token), await view(token)];
  expect(first.status).toBe(200);
  expect(LinkedClosure.strict().parse(first.body)).toMatchObject({ status: 'Closed', state: 'claimed', proof: image });
  expect(JSON.stringify(first.body)).not.toMatch(new RegExp(`${ali.id}|${admin.id}|Ayesha|example.org`));
  expect(second).toEqual(first);
  expect(await api.row(admin, id)).toMatchObject({ closure: 'claimed', etag: '"2"' });
  for (const path of ['view', 'answer'])
    expect((await api.get(null, `/closures/${path}?token=${token}`)).status).toBe(405);
});

test('an answer by the link counts as one of the reporter', async () => {
  const { id, token } = await mailed();
  expect(await answer(token, { answer: 'not-fixed' })).toMatchObject({
    status: 400,
    body: { detail: 'Say what is not fixed.' },
  });
  const first = await answer(token, dispute);
  expect(first).toMatchObject({ status: 200, body: { status: 'Open', state: 'disputed', reason: 'Dust is back.' } });
  expect(await answer(token, dispute)).toEqual(first);
  expect(await answer(token, { answer: 'fixed' })).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  expect(await view(token)).toMatchObject({ status: 200, body: { state: 'disputed' } });
  expect(await api.closure(ali, id)).toMatchObject({ state: 'disputed', disputes: 1 });
});

test('the link of an attempt never answers a later one', async () => {
  const { id, token } = await mailed();
  await api.change(admin, id, { status: 'Open' });
  await api.change(admin, id, { status: 'Closed' });
  expect(await view(token)).toMatchObject({ status: 410, body: { code: 'closure_over' } });
  expect(await answer(token, { answer: 'fixed' })).toMatchObject({ status: 410 });
  expect(await api.closure(ali, id)).toMatchObject({ attempt: 2, state: 'claimed' });
  const next = await api.token(id);
  expect(next).not.toBe(token);
  expect(await answer(next, { answer: 'fixed' })).toMatchObject({ status: 200, body: { state: 'confirmed' } });
});

test('the link of a disputed attempt says what was answered, and answers no later one either', async () => {
  const { id, token } = await mailed();
  await answer(token, dispute);
  await api.proof(id);
  await api.change(admin, id, { status: 'Closed' });
  expect(await view(token)).toMatchObject({ status: 200, body: { status: 'Closed', state: 'disputed' } });
  expect(await answer(token, dispute)).toMatchObject({ status: 200, body: { state: 'disputed' } });
  expect(await answer(token, { answer: 'fixed' })).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  expect(await api.closure(ali, id)).toMatchObject({ attempt: 2, state: 'claimed', disputes: 1 });
});

test('an expired link shows and answers nothing', async () => {
  const { id, token } = await mailed();
  await api.lapse(id);
  expect(await view(token)).toMatchObject({ status: 410, body: { code: 'closure_over' } });
  expect(await answer(token, dispute)).toMatchObject({ status: 410, body: { code: 'closure_over' } });
});

test('neither tables nor events contain the token that opens it', async () => {
  const { id, token } = await mailed();
  const { rows } = await reports.pool.query(
    `select (select json_agg(closures) from closures)::text || (select json_agg(outbox) from outbox)::text
       || (select string_agg(encode(sealed, 'base64'), ' ') from link_keys) as all`,
  );
  expect(rows[0]?.all).toContain(id);
  expect(rows[0]?.all).not.toContain(token);
  const closure = (await api.events(id)).findLast(({ data }) => data.closure)?.data.closure;
  // Whoever has the event, but another secret, makes none.
  expect(() => createLinkToken(closure?.key ?? '', Buffer.alloc(32, 8), 'closure', closure?.id ?? '')).toThrow();
  // Nor does the key make one of another kind.
  const other = createLinkToken(closure?.key ?? '', reports.config.CLOSURE_LINK_SECRET, 'signup', closure?.id ?? '');
  expect(await view(other)).toMatchObject({ status: 404 });
});

test('after 30 unknown links in an hour a caller is refused any link; other callers are not', async () => {
  const { id, token } = await mailed();
  const key = (await api.events(id)).at(-1)?.data.closure?.key ?? '';
  const wrong = [
    '',
    'x',
    `${token}A`,
    token.slice(1),
    createLinkToken(key, reports.config.CLOSURE_LINK_SECRET, 'closure', uuid()),
  ];
  const ip = '2001:db8:1:2::1';
  for (let n = 0; n < 30; n += 1) {
    const what = n % 2 === 0 ? 'view' : 'answer';
    const response = await api.byLink(what, { token: wrong[n % wrong.length], answer: 'fixed' }, ip);
    const refused = { code: 'link_unknown', detail: 'This link does not work.' };
    expect([response.status, await response.json()]).toMatchObject([404, refused]);
    // A right one costs nothing.
    if (n < 5) expect((await api.byLink('view', { token }, ip)).status).toBe(200);
  }
  for (const body of [{ token }, { token: 'x' }]) {
    const response = await api.byLink('view', body, '2001:db8:1:2::2');
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000);
  }
  expect((await api.byLink('answer', { token, answer: 'fixed' }, ip)).status).toBe(429);
  expect((await api.byLink('answer', { token, answer: 'fixed' }, '203.0.113.2')).status).toBe(200);
});
