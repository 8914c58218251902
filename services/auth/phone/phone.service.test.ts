import { phoneAddress, phoneKind } from '@tma/contracts';
import { requireSigned, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { handlers } from '../events.ts';
import { type AuthService, startAuth } from '../testing/index.ts';
import { newNumber, phones } from '../testing/phones.ts';

const auth = await startAuth();
const { read, ask, confirm, set, remove, own } = phones(auth);
afterAll(() => auth.stop());

let sana: Awaited<ReturnType<AuthService['resident']>>;
let number = '';
beforeEach(async () => {
  sana = await auth.resident();
  number = newNumber();
});

const none = { number: null, verified: false, messages: false, available: true };
const wrongThan = (code: string) => (code === '000000' ? '000001' : '000000');
/** What somebody's telephone asked by STOP or START, as the consumer handles it. */
const text = (messages: boolean, from = number, userId = sana.id) =>
  transaction(auth.pool, async (tx) => {
    const event = { id: uuid(), type: 'MessagesAsked', time: new Date().toISOString() };
    await handlers(auth).MessagesAsked?.({ userId, number: from, messages }, tx, event);
  });

test('a number is confirmed with its code; then messages go there, until it is removed', async () => {
  expect(await read(sana)).toEqual(none);
  const local = `0300 ${number.slice(-7)}`;
  expect(await ask(sana, local)).toMatchObject({ status: 202, body: { number } });
  expect(await read(sana)).toEqual(none);
  const code = await auth.codeOf(sana.id);
  expect(code).toMatch(/^\d{6}$/);
  const known = { number, verified: true, messages: true, available: true };
  expect(await confirm(sana, ` ${code}`)).toMatchObject({ status: 200, body: known });
  // It is used up.
  expect(await confirm(sana, code)).toMatchObject({ status: 410, body: { code: 'code_over' } });
  expect((await set(sana, false)).body).toEqual({ ...known, messages: false });
  expect((await remove(sana)).status).toBe(204);
  expect((await remove(sana)).status).toBe(204);
  expect(await read(sana)).toEqual(none);
  const removals = auth.lines.filter((line) => line.includes(`"number removed","account":"${sana.id}"`));
  expect(removals).toHaveLength(1);
  const saved = await auth.eventsOf('PhoneSaved', sana.id);
  expect(saved.map((event) => [event.number, event.messages])).toEqual([
    [number, true],
    [number, false],
    [null, false],
  ]);
  for (const { sealedLink, ...event } of saved)
    requireSigned(sealedLink, auth.config.LINK_SECRET, {
      kind: phoneKind,
      id: sealedLink.id,
      address: phoneAddress(event),
    });
});

test('a session that ended once its token was checked is answered like any that has ended', async () => {
  await auth.pool.query('delete from sessions where user_id = $1', [sana.id]);
  const answers = [await ask(sana, number), await confirm(sana, '000000'), await set(sana, true), await remove(sana)];
  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } });
});

test('a code in Urdu digits is the same', async () => {
  await ask(sana, number);
  const code = await auth.codeOf(sana.id);
  const urdu = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
  expect((await confirm(sana, urdu)).status).toBe(200);
});

test('neither database nor event holds the code', async () => {
  await ask(sana, number);
  const code = await auth.codeOf(sana.id);
  const { rows } = await auth.pool.query('select to_json(phone_codes)::text as row from phone_codes');
  const { rows: sent } = await auth.pool.query(
    "select payload::text as row from outbox where payload::text like '%PhoneCode%'",
  );
  const without = (text: string) => text.replaceAll(number.slice(1), '');
  expect([...rows, ...sent].some(({ row }) => new RegExp(`\\b${code}\\b`).test(without(row)))).toBe(false);
});

test.each(['', 'abc', '12', '042 35761999', '+44 7400 123456', '0300 123456789', '0300 1234567'.repeat(9)])(
  '%j is no mobile number of the country, and not counted',
  async (text) => {
    for (let time = 0; time < 4; time += 1) {
      const { status, body } = await ask(sana, text);
      expect([status, body.errors]).toEqual([400, [{ path: 'number', message: 'Enter a mobile number.' }]]);
    }
    expect((await ask(sana, number)).status).toBe(202);
  },
);

test('after five wrong codes the right one is refused, too', async () => {
  await ask(sana, number);
  const code = await auth.codeOf(sana.id);
  for (const wrong of [wrongThan(code), '', 'abc', code.repeat(9), wrongThan(code)])
    expect(await confirm(sana, wrong)).toMatchObject({ status: 400, body: { code: 'code_wrong' } });
  expect(await confirm(sana, code)).toMatchObject({ status: 410, body: { code: 'code_over' } });
  // Another one is good.
  expect((await own(sana, number)).status).toBe(200);
});

test('a code is refused after ten minutes, and where none was sent', async () => {
  expect((await confirm(sana, '123456')).status).toBe(410);
  await ask(sana, number);
  await auth.pool.query("update phone_codes set expires_at = now() - interval '1 second' where user_id = $1", [
    sana.id,
  ]);
  expect((await confirm(sana, await auth.codeOf(sana.id))).status).toBe(410);
});

test('only the newest code counts, and only for its number', async () => {
  await ask(sana, number);
  const old = await auth.codeOf(sana.id);
  await ask(sana, '+923451112223');
  expect((await confirm(sana, old)).status).toBe(400);
});

test('the last person who confirms a number has it, and nobody learns whose it was', async () => {
  await own(sana, number);
  const ali = await auth.resident();
  expect(await ask(ali, number)).toMatchObject({ status: 202, body: { number } });
  expect((await own(ali, number)).status).toBe(200);
  expect(await read(sana)).toEqual(none);
  const [taken] = (await auth.eventsOf('PhoneSaved', sana.id)).slice(-1);
  const [given] = await auth.eventsOf('PhoneSaved', ali.id);
  expect([taken?.number, given?.number]).toEqual([null, number]);
  expect(given?.version).toBeGreaterThan(taken?.version ?? Infinity);
});

test('a code that is sent twice at once counts once; a number that two confirm at once belongs to one, and an event tells notify whose', async () => {
  const ali = await auth.resident();
  for (const person of [sana, ali]) await ask(person, number);
  const [hers, his] = [await auth.codeOf(sana.id), await auth.codeOf(ali.id)];
  const answers = await Promise.all([confirm(sana, hers), confirm(ali, his), confirm(sana, hers), confirm(ali, his)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 410, 410]);
  const found = [(await read(sana)).number, (await read(ali)).number];
  expect(found.toSorted()).toEqual([number, null].toSorted());
  const told = [...(await auth.eventsOf('PhoneSaved', sana.id)), ...(await auth.eventsOf('PhoneSaved', ali.id))];
  const newest = told.toSorted((a, b) => b.version - a.version)[0];
  expect([newest?.number, newest?.userId]).toEqual([number, found[0] === number ? sana.id : ali.id]);
});

test('two who confirm the number of each other at once cause no deadlock', async () => {
  const ali = await auth.resident();
  const [first, second] = [newNumber(), newNumber()];
  await own(sana, first);
  await own(ali, second);
  await ask(sana, second);
  await ask(ali, first);
  const codes = [await auth.codeOf(sana.id), await auth.codeOf(ali.id)] as const;
  const answers = await Promise.all([confirm(sana, codes[0]), confirm(ali, codes[1])]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([(await read(sana)).number, (await read(ali)).number]).toEqual([second, first]);
});

test('three codes an hour of a resident, five a day to a number', async () => {
  for (let time = 0; time < 3; time += 1) expect((await ask(sana, number)).status).toBe(202);
  expect((await ask(sana, '+923459998887')).status).toBe(429);
  const others = [await auth.resident(), await auth.resident()] as const;
  expect([(await ask(others[0], number)).status, (await ask(others[0], number)).status]).toEqual([202, 202]);
  const refused = await ask(others[1], number);
  expect([refused.status, Number(refused.headers['retry-after']) > 3600]).toEqual([429, true]);
  // That did not cost them one of their own.
  for (let time = 0; time < 3; time += 1) expect((await ask(others[1], '+923459998886')).status).toBe(202);
});

test.each([
  ['on the page', async () => expect((await set(sana, false)).status).toBe(200)],
  ['by STOP', () => text(false)],
])('messages that are ended %s keep the language that is chosen at the same moment', async (_how, end) => {
  await own(sana, number);
  const ending = await transaction(auth.pool, async (tx) => {
    // As a change of the profile does.
    await tx.query('select from users where id = $1 for update', [sana.id]);
    await tx.query("update profiles set language = 'ur' where id = $1", [sana.id]);
    const done = end();
    await auth.somebodyWaits();
    return { done };
  });
  await ending.done;
  expect((await auth.eventsOf('PhoneSaved', sana.id)).at(-1)).toMatchObject({ messages: false, language: 'ur' });
});

test('without a number messages cannot be asked for; not asking for them is no error', async () => {
  expect(await set(sana, true)).toMatchObject({ status: 409, body: { code: 'no_number' } });
  expect(await set(sana, false)).toMatchObject({ status: 200, body: none });
});

test('the number is deleted with the account, and is in no log', async () => {
  await own(sana, number);
  const { status } = await auth.call('/auth/v1/user', {
    method: 'DELETE',
    token: sana.token,
    body: { current_password: sana.password },
  });
  expect(status).toBe(204);
  const { rows } = await auth.pool.query('select from phones where number = $1', [number]);
  expect([rows, auth.lines.filter((line) => line.includes(number.slice(-7)))]).toEqual([[], []]);
});

test('without SMS the answer says that it is not available, and every change is answered 404', async () => {
  const portal = await startAuth({ SMS: 'off' });
  try {
    const { token } = await portal.resident();
    expect((await portal.call('/api/phone', { token })).body).toEqual({ ...none, available: false });
    const calls = [
      portal.call('/api/phone', { method: 'PUT', token, body: { number } }),
      portal.call('/api/phone/code', { token, body: { code: '123456' } }),
      portal.call('/api/phone/messages', { method: 'PUT', token, body: { messages: true } }),
      portal.call('/api/phone', { method: 'DELETE', token }),
    ];
    for (const call of calls) expect(await call).toMatchObject({ status: 404, body: { code: 'no_sms' } });
  } finally {
    await portal.stop();
  }
});

describe('STOP and START', () => {
  const messages = async () => (await read(sana)).messages;
  const told = async () => (await auth.eventsOf('PhoneSaved', sana.id)).map((saved) => saved.messages);
  beforeEach(() => own(sana, number));

  test('show on the page of the resident, and each is published once', async () => {
    await text(false);
    await text(false);
    expect(await messages()).toBe(false);
    await text(true);
    expect(await messages()).toBe(true);
    expect(await told()).toEqual([true, false, true]);
    const { sealedLink, ...saved } = (await auth.eventsOf('PhoneSaved', sana.id)).at(-1) ?? {};
    if (!sealedLink) throw new Error('nobody was told');
    const address = phoneAddress(saved as Parameters<typeof phoneAddress>[0]);
    requireSigned(sealedLink, auth.config.LINK_SECRET, { kind: phoneKind, id: sealedLink.id, address });
  });

  test('from a number that the resident does not have, or no longer, change nothing', async () => {
    await text(false, '+923009999999');
    await text(false, number, uuid());
    expect([await messages(), await told()]).toEqual([true, [true]]);
    await remove(sana);
    await text(false);
    expect(await told()).toEqual([true, false]);
  });
});
