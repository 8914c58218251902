import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { note } from '../../testing/events.ts';
import { changeOf, codeRequested, newNumber, phoneSaved } from '../../testing/phones.ts';
import { startSms } from '../../testing/sms.ts';
import { forgetCounts } from './counts.store.ts';

const sms = await startSms();
const { kannel, notify } = sms;
afterAll(() => sms.stop());
let sana: string;
let number: string;
beforeEach(async () => {
  [sana, number] = await sms.person();
});
afterEach(() => kannel.answerWith());

const say = (text: string, from = number, id?: string) => sms.say(from, text, id);
const got = (to = number) => kannel.to(to);
const soon = { timeout: 10_000 };
const arrived = (count: number, to = number) => sms.arrived(to, count);
const asked = (language = 'en') => sms.asked(sana, number, language);

test('who has a number and asked for messages is told beside the mail, each event once', async () => {
  const data = changeOf(sana);
  const id = await notify.handle('StatusChanged', data);
  await notify.handle('NoteAdded', {
    ...note('sana@example.org', `See http://evil.example now. ${'x'.repeat(400)}`),
    reporter: data.reporter,
  });
  const texts = await arrived(2);
  expect(texts[0]).toBe('Your report TMA-7CV3X4JW is now In Progress. http://portal.test/r/TMA-7CV3X4JW');
  expect(texts[1]).toMatch(/^About your report TMA-ABCD1234: See http: \/ \/ ?evil\. example now\. x+\.\.\.$/);
  expect(texts[1]?.length).toBeLessThanOrEqual(306);
  expect(kannel.received.filter(({ to }) => to === number).map(({ coding }) => coding)).toEqual(['0', '0']);
  const position = kannel.received.at(-1)?.receipt.searchParams.get('position') ?? '';
  expect(await sms.receipt(position, 1)).toBe(200);
  const { rows } = await notify.pool.query(
    `select count(*)::int from deliveries where event_id = $1 and channel = 'sms'`,
    [id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('that a report came in is told with its type, in the language of whoever sent it', async () => {
  for (const language of ['en', 'ur'])
    await notify.handle('ReportCreated', { ...changeOf(sana, language), id: uuid(), schedule: null } as never);
  expect(await arrived(2)).toEqual([
    'We received your report TMA-7CV3X4JW: Street Lights Repair. http://portal.test/r/TMA-7CV3X4JW',
    expect.stringMatching(/^آپ کی رپورٹ TMA-7CV3X4JW مل گئی: [^A-Za-z]+ http:\/\/portal\.test\/r\/TMA-7CV3X4JW$/),
  ]);
});

test('a message in Urdu is sent in UCS-2', async () => {
  await notify.handle('StatusChanged', changeOf(sana, 'ur'));
  expect((await arrived(1))[0]).toBe('آپ کی رپورٹ TMA-7CV3X4JW اب زیرِ کارروائی ہے۔ http://portal.test/r/TMA-7CV3X4JW');
  expect(kannel.received.at(-1)?.coding).toBe('2');
});

test('who has no number, wants none, or whose number is another person’s by now gets none', async () => {
  const [ali, other] = [uuid(), uuid()];
  await notify.handle('PhoneSaved', phoneSaved(ali, newNumber(), { messages: false }));
  await notify.handle('PhoneSaved', phoneSaved(other, number));
  for (const who of [ali, sana, uuid()]) await notify.handle('StatusChanged', changeOf(who));
  await notify.handle('StatusChanged', changeOf(other));
  await arrived(1);
  const waiting = async () =>
    (await notify.pool.query(`select from deliveries where channel = 'sms' and state = 'queued'`)).rowCount;
  await expect.poll(waiting, soon).toBe(0);
  expect(got()).toHaveLength(1);
  // What auth said before that counts no more.
  await notify.handle('PhoneSaved', { ...phoneSaved(other, null), version: 1 });
  await notify.handle('StatusChanged', changeOf(other));
  await arrived(2);
});

test('a code goes out at once; one that is over does not', async () => {
  const late = newNumber();
  await notify.handle('PhoneCodeRequested', codeRequested(late, new Date(Date.now() - 1000)));
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  expect((await arrived(1))[0]).toMatch(/^\d{6} is your code/);
  await expect
    .poll(
      async () =>
        (await notify.pool.query(`select state from deliveries where kind = 'PhoneCodeRequested' order by position`))
          .rows[0]?.state,
      soon,
    )
    .toBe('failed');
  expect(got(late)).toEqual([]);
});

test('a closing sends the question alone; the right code from that number counts, and notify says so with its proof', async () => {
  const { data, text, code } = await asked();
  expect(text).toBe(`Is TMA-7CV3X4JW fixed? Reply YES ${code} or NO ${code} and what is wrong.`);
  await say(`no ${code} It is still dark.`);
  const [reply] = await sms.published('ClosureReplied', data.id);
  expect(reply).toMatchObject({ closureId: data.closure.id, answer: 'not-fixed', reason: 'It is still dark.' });
  const taken = (outcome: string) =>
    notify.handle('ClosureReplyTaken', { id: data.id, closureId: data.closure.id, outcome });
  await taken('closure_over');
  expect((await arrived(2)).at(-1)).toBe('The time to answer about TMA-7CV3X4JW is over.');
  await taken('disputed_before');
  expect((await arrived(3)).at(-1)).toMatch(/^You have said already that TMA-7CV3X4JW is not fixed/);
});

test('what is said is cut between characters, and nothing in it breaks a JSON of Postgres', async () => {
  const { data, code } = await asked();
  // The last character begins as the thousandth.
  await say(`no ${code} ${'x'.repeat(998)}\0😀 and more`);
  const [reply] = await sms.published('ClosureReplied', data.id);
  expect(reply).toMatchObject({ reason: expect.stringMatching(/x{8}$/) });
  expect(JSON.stringify(reply)).not.toMatch(/\\u/);
});

test('a dispute is told back also to who stopped messages', async () => {
  const { data, code } = await asked();
  await say('STOP');
  await say(`no ${code} It is still dark.`);
  const { closure: _, ...change } = data;
  await notify.handle('StatusChanged', { ...change, byMessage: true, changedBy: 'resident' });
  expect((await arrived(3)).at(-1)).toMatch(/^You said that TMA-7CV3X4JW is not fixed\. It is open again\./);
});

test.each([
  ['certificates and licences', { issue: 'Demolishing Certificate' }],
  ['what is hidden', { issue: 'Street Lights Repair', hidden: true }],
])('of %s no message has a link: there is no record', async (_, about) => {
  await notify.handle('StatusChanged', { ...changeOf(sana), ...about });
  const standing = { reference: 'TMA-7CV3X4JW', status: 'Open', schedule: null };
  await notify.handle('StatusTold', { userId: sana, ...standing, ...about });
  expect((await arrived(2)).toSorted()).toEqual([
    'TMA-7CV3X4JW is Open.',
    'Your report TMA-7CV3X4JW is now In Progress.',
  ]);
});

test('in Urdu it is asked and answered in Urdu', async () => {
  const { data, code } = await asked('ur');
  const urdu = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
  await say(`ہاں ${urdu}`);
  expect(await sms.published('ClosureReplied', data.id)).toMatchObject([{ answer: 'fixed', reason: null }]);
});

test('the answer to a reply is in the language that they have chosen since they were asked', async () => {
  const { data } = await asked();
  const profile = { id: sana, contact_number: '', tehsil: 'Mardan', version: 2 };
  await notify.handle('ProfileSaved', { ...profile, language: 'ur' });
  await notify.handle('ClosureReplyTaken', { id: data.id, closureId: data.closure.id, outcome: 'confirmed' });
  expect((await arrived(2)).at(-1)).toMatch(/^شکریہ۔/);
});

test('the number alone opens nothing: five wrong codes end the code, another number has none', async () => {
  const { data, code, wrong } = await asked();
  const stranger = newNumber();
  await say(`YES ${code}`, stranger);
  expect((await arrived(1, stranger))[0]).toMatch(/^Send YES or NO/);
  for (let time = 0; time < 5; time += 1) await say(`YES ${wrong}`);
  await say(`YES ${code}`);
  expect(await sms.published('ClosureReplied', data.id)).toEqual([]);
  expect((await arrived(7)).slice(1)).toEqual([
    ...Array(5).fill(expect.stringMatching(/^This code is not right/)),
    expect.stringMatching(/^Send YES/),
  ]);
});

test('codes are kept as HMAC, and messages with them sealed', async () => {
  const { code } = await asked();
  const { rows } = await notify.pool.query(
    'select (select json_agg(sms_codes)::text from sms_codes where number = $1) || (select json_agg(deliveries)::text from deliveries where recipient = $1) as kept',
    [number],
  );
  expect(rows[0]?.kept).not.toMatch(new RegExp(`[^0-9a-f]${code}[^0-9a-f]`));
});

test('what the gateway brings twice takes effect once', async () => {
  const { data, code } = await asked();
  await say(`YES ${code}`, number, 'the same');
  await say(`YES ${code}`, number, 'the same');
  expect(await sms.published('ClosureReplied', data.id)).toHaveLength(1);
});

test('STOP and START, each confirmed once; auth is told', async () => {
  await say('STOP');
  await say('بند');
  await notify.handle('StatusChanged', changeOf(sana));
  await say('start');
  expect((await arrived(2)).map((text) => text.slice(0, 16))).toEqual(['You get no more ', 'You get messages']);
  expect((await sms.published('MessagesAsked', sana)).map(({ messages }) => messages)).toEqual([false, true]);
  await notify.handle('StatusChanged', changeOf(sana));
  expect(await arrived(3)).toHaveLength(3);
});

test('START without a STOP before it gets the help, and a second STOP nothing', async () => {
  for (const text of ['START', 'STOP', 'STOP']) await say(text);
  expect((await sms.rows(number)).map(({ kind }) => kind)).toEqual(['Answer', 'Answer']);
  const [help, stopped] = await arrived(2);
  expect([help, stopped]).toEqual([expect.stringMatching(/^Send YES/), expect.stringMatching(/^You get no more/)]);
});

test('STATUS of a confirmed number, ten a day; all else one line a day', async () => {
  for (let time = 0; time < 12; time += 1) await say('Status tma-7cv3x4jw');
  expect(await sms.published('StatusAsked', sana)).toHaveLength(10);
  await notify.handle('StatusTold', {
    userId: sana,
    reference: 'TMA-7CV3X4JW',
    status: 'Open',
    schedule: '2026-11-23',
  });
  await notify.handle('StatusTold', { userId: sana, reference: 'TMA-00000000', status: null, schedule: null });
  for (let time = 0; time < 3; time += 1) await say('Hello?');
  expect(await arrived(3)).toEqual([
    'TMA-7CV3X4JW is Open, scheduled for 23 November 2026. http://portal.test/r/TMA-7CV3X4JW',
    'There is no report TMA-00000000 that you can ask about.',
    expect.stringMatching(/^Send YES/),
  ]);
  const stranger = newNumber();
  await say('STATUS TMA-7CV3X4JW', stranger);
  expect((await arrived(1, stranger))[0]).toMatch(/^Send YES/);
});

test('ten a day and number, codes and answers beside', async () => {
  for (let time = 0; time < 12; time += 1) await notify.handle('StatusChanged', changeOf(sana));
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  await notify.handle('StatusTold', { userId: sana, reference: 'TMA-7CV3X4JW', status: 'Open', schedule: null });
  await arrived(12);
  expect(got().filter((text) => text.startsWith('Your report'))).toHaveLength(10);
});

test('a reporter without an account is told at the counter’s number, asked, and may stop that', async () => {
  const phone = { number: `0${number.slice(3)}`, language: 'ur' };
  const counter = newNumber();
  const ofCounter = { ...changeOf(sana), reporter: null, phone: { ...phone, number: counter } };
  await notify.handle('StatusChanged', ofCounter);
  expect((await arrived(1, counter))[0]).toMatch(/^آپ کی رپورٹ/);
  await say('بند', counter);
  await arrived(2, counter);
  await notify.handle('StatusChanged', ofCounter);
  await notify.handle('StatusChanged', { ...ofCounter, phone: { number: '0937 123456', language: 'ur' } });
  await notify.handle('StatusChanged', changeOf(sana));
  await arrived(1);
  expect(got(counter)).toHaveLength(2);
});

test('STOP counts also where what auth said before comes late, as a dead letter that is sent back does', async () => {
  const before = phoneSaved(sana, number);
  await say('STOP');
  await notify.handle('PhoneSaved', phoneSaved(sana, number, { messages: false }));
  await notify.handle('PhoneSaved', before);
  // The same telephone was written down at the counter.
  await notify.handle('StatusChanged', { ...changeOf(sana), reporter: null, phone: { number, language: 'en' } });
  expect((await sms.rows(number)).map(({ kind }) => kind)).toEqual(['Answer']);
});

test('who calls back without the key is refused, and what is malformed, too', async () => {
  const { statusCode } = await sms.callbacks.inject({ url: '/incoming?id=1&from=%2B923001234567&text=STOP&key=wrong' });
  expect([
    statusCode,
    await sms.call('/receipt', { position: 'x', status: '1' }),
    await sms.call('/incoming', { id: '1' }),
  ]).toEqual([403, 400, 400]);
});

test('an answer that is longer than any is cut, and not brought again and again', async () => {
  const { data, code } = await asked();
  expect(await say(`NO ${code} ${'still dark '.repeat(200)}`)).toBe(200);
  const [{ reason } = { reason: '' }] = await sms.published('ClosureReplied', data.id);
  expect(reason).toMatch(/^still dark .{900}/);
});

test('when the account goes, so does the number, and all that waits for it', async () => {
  await asked();
  await notify.handle('AccountDeleted', { id: sana });
  await forgetCounts(notify.pool);
  for (const table of ['phones', 'sms_codes', 'sms_counts', 'sms_stopped'])
    expect((await notify.pool.query(`select from ${table} where number = $1`, [number])).rowCount).toBe(0);
  // What auth said before comes late.
  await notify.handle('PhoneSaved', phoneSaved(sana, number));
  expect((await notify.pool.query('select from phones where number = $1', [number])).rowCount).toBe(0);
});
