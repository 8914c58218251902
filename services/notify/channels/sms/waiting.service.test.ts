/** What waits for the end of quiet hours: nothing is told then that is no longer so, or to whom it does not concern. */
import type { EventData } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dispute } from '../../testing/events.ts';
import { changeOf, closingOf, codeRequested, phoneSaved } from '../../testing/phones.ts';
import { quietNow, type Sms, startSms } from '../../testing/sms.ts';
import { deleteOldMessages } from './cancel.store.ts';

let sms: Sms;
let notify: Sms['notify'];
let sana: string;
let number: string;
beforeEach(async () => {
  sms = await startSms({ SMS_QUIET: quietNow() });
  ({ notify } = sms);
  [sana, number] = await sms.person();
});
afterEach(() => sms?.stop());

const scheduled = () => ({ ...changeOf(sana), to: { status: 'In Progress', schedule: '2031-03-05' } });
const tell = (data: EventData<'StatusChanged'>) => notify.handle('StatusChanged', data);
const ask = { userId: '', reference: 'TMA-7CV3X4JW', status: 'Open', schedule: null };
/** The answer to what was sent in, at whatever hour; it comes after what is due by now. */
const answer = async () => {
  const before = sms.kannel.to(number).length;
  await notify.handle('StatusTold', { ...ask, userId: sana });
  return sms.arrived(number, before + 1);
};
const waiting = async () => (await sms.rows(number)).filter(({ state }) => state !== 'sent').map(({ kind }) => kind);

test('in quiet hours nobody is written to but who asked; afterwards comes the newest state of each report', async () => {
  const [light, water] = [changeOf(sana), { ...changeOf(sana, 'en', 'TMA-WATER001'), id: uuid() }];
  await tell(light);
  await tell(water);
  await tell({ ...light, to: { status: 'Dropped', schedule: null } });
  await tell({ ...closingOf(sana, notify.closureSecret), id: light.id });
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  expect((await answer()).length).toBeLessThanOrEqual(2);
  expect((await sms.arrived(number, 2)).toSorted()).toEqual([
    expect.stringMatching(/^\d{6} is your code/),
    expect.stringMatching(/^TMA-7CV3X4JW is Open/),
  ]);
  await sms.morning();
  expect((await sms.arrived(number, 4)).slice(2).toSorted()).toEqual([
    expect.stringMatching(/^Is TMA-7CV3X4JW fixed\? Reply YES \d{6}/),
    expect.stringMatching(/^Your report TMA-WATER001 is now In Progress/),
  ]);
  // The mails went out at once, each.
  const { rows } = await notify.pool.query(`select from deliveries where channel = 'mail'`);
  expect(rows).toHaveLength(4);
});

test('what is new in the morning replaces what has not gone out yet: nothing older comes beside or after it', async () => {
  const older = scheduled();
  await tell(older);
  notify.config.SMS_QUIET = null;
  // Its hour has come, and many are before it.
  await notify.pool.query(
    `update deliveries set held_until = now(), next_attempt_at = 'infinity' where channel = 'sms'`,
  );
  await tell({ ...older, to: { status: 'Dropped', schedule: null } });
  expect(await sms.arrived(number, 1)).toEqual([expect.stringMatching(/ is now Dropped\./)]);
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
});

test('what takes the place of an earlier change tells of that, too: the whole state as it is by then', async () => {
  const schedule = '2031-03-05';
  const dropped = { ...changeOf(sana), to: { status: 'Dropped', schedule } };
  await tell(dropped);
  await tell({ ...dropped, from: dropped.to, to: { status: 'Dropped', schedule: null } });
  const water = { ...changeOf(sana, 'en', 'TMA-WATER001'), id: uuid(), to: { status: 'Open', schedule } };
  await tell(water);
  await tell({ ...water, from: water.to, to: { status: 'In Progress', schedule } });
  await sms.morning();
  expect((await sms.arrived(number, 2)).toSorted()).toEqual([
    expect.stringMatching(/^Your report TMA-7CV3X4JW is now Dropped\./),
    expect.stringMatching(/^Your report TMA-WATER001 is now In Progress, scheduled for 5 March 2031\./),
  ]);
});

test('a question that was held is asked although the schedule was changed meanwhile; another status takes it back', async () => {
  const closing = closingOf(sana, notify.closureSecret);
  const { closure: _, ...closed } = closing;
  await tell(closing);
  await tell({ ...closed, from: closed.to, to: { status: 'Closed', schedule: '2031-03-05' } });
  const water = { ...closingOf(sana, notify.closureSecret, 'en', 'TMA-WATER001'), id: uuid() };
  const { closure: __, ...waterClosed } = water;
  await tell(water);
  await tell({ ...waterClosed, from: water.to, to: { status: 'Open', schedule: null } });
  await sms.morning();
  expect((await sms.arrived(number, 3)).toSorted()).toEqual([
    expect.stringMatching(/^Is TMA-7CV3X4JW fixed\? Reply YES \d{6}/),
    expect.stringMatching(/^Your report TMA-7CV3X4JW is scheduled for 5 March 2031\./),
    expect.stringMatching(/^Your report TMA-WATER001 is now Open\./),
  ]);
});

test('what waits counts among the ten of the day on which it is sent', async () => {
  await tell(scheduled());
  const { rows } = await notify.pool.query(
    `select day = (select (held_until at time zone $2)::date from deliveries where channel = 'sms') as "isThatDay"
     from sms_counts where number = $1 and kind = 'notice'`,
    [number, notify.config.TIME_ZONE],
  );
  expect(rows).toEqual([{ isThatDay: true }]);
});

test.each(['by day', 'at night'])(
  'what waited longer than a message is tried, as in a backup, is not sent any more %s',
  async (when) => {
    await tell(scheduled());
    if (when === 'by day') notify.config.SMS_QUIET = null;
    await notify.pool.query(
      `update deliveries set created_at = now() - interval '3 days', held_until = now() - interval '2 days', next_attempt_at = now()
     where channel = 'sms'`,
    );
    const row = async () =>
      (await notify.pool.query(`select state, held_until > now() as held from deliveries where channel = 'sms'`))
        .rows[0];
    if (when === 'at night') {
      await expect.poll(row, { timeout: 10_000 }).toEqual({ state: 'queued', held: true });
      await sms.morning();
    }
    await expect.poll(async () => (await row())?.state, { timeout: 10_000 }).toBe('failed');
    expect(sms.kannel.to(number)).toEqual([]);
  },
);

test('where no messages are sent any more, what waits is deleted once it is older than a message is tried', async () => {
  await tell(scheduled());
  await notify.pool.query(
    `update deliveries set created_at = now() - interval '2 days', held_until = now() - interval '25 hours',
       next_attempt_at = 'infinity' where channel = 'sms'`,
  );
  await tell({ ...changeOf(sana, 'en', 'TMA-WATER001'), id: uuid() });
  expect(await waiting()).toHaveLength(2);
  await deleteOldMessages(notify.pool);
  expect(await waiting()).toHaveLength(1);
});

test('two that waited for the same person come in their order', async () => {
  const [first, second] = [scheduled(), { ...changeOf(sana, 'en', 'TMA-WATER001'), id: uuid() }];
  await tell(first);
  notify.config.SMS_QUIET = null;
  await notify.pool.query(
    `update deliveries set held_until = now(), next_attempt_at = 'infinity' where channel = 'sms'`,
  );
  await tell(second);
  // The older one is due: the newer one has waited for it.
  expect(await waiting()).toEqual(['StatusChanged', 'StatusChanged']);
  await sms.morning();
  expect(await sms.arrived(number, 2)).toEqual([
    expect.stringContaining('TMA-7CV3X4JW'),
    expect.stringContaining('TMA-WATER001'),
  ]);
});

test('what the gateway refused until it was night waits for the morning, and no answer waits for it', async () => {
  notify.config.SMS_QUIET = null;
  sms.kannel.answerWith((_sent, response) => response.writeHead(503).end());
  await tell(changeOf(sana));
  const state = async () => (await sms.rows(number))[0]?.state;
  await expect.poll(state, { timeout: 10_000 }).toBe('deferred');
  notify.config.SMS_QUIET = quietNow();
  sms.kannel.answerWith();
  await notify.pool.query('update deliveries set next_attempt_at = now()');
  await expect.poll(state, { timeout: 10_000 }).toBe('queued');
  const refused = sms.kannel.to(number).length;
  expect((await answer()).slice(refused)).toEqual([expect.stringMatching(/^TMA-7CV3X4JW is Open/)]);
  await sms.morning();
  expect((await sms.arrived(number, refused + 2)).at(-1)).toMatch(/is now In Progress/);
});

test.each(['confirmed', 'disputed', 'unanswered'] as const)(
  'a question that was held while its closure was %s otherwise is not asked',
  async (answer) => {
    const closing = closingOf(sana, notify.closureSecret);
    await tell(closing);
    expect(await waiting()).toEqual(['ClosureQuestion']);
    await notify.handle('ClosureAnswered', { ...dispute('amna@example.org'), id: closing.id, answer });
    expect(await waiting()).toEqual([]);
  },
);

test('nobody is asked of what was marked as a duplicate meanwhile', async () => {
  const closing = closingOf(sana, notify.closureSecret);
  await tell(closing);
  const { id, reference, issue, tehsil, reporter } = closing;
  const of = { id: uuid(), reference: 'TMA-5M8Q1RZC' };
  await notify.handle('DuplicateMarked', { id, reference, issue, tehsil, reporter, by: uuid(), of });
  expect(await waiting()).toEqual([]);
});

test('a question whose time is over is not asked', async () => {
  const closing = closingOf(sana, notify.closureSecret);
  const answerBy = new Date(Date.now() + 200).toISOString();
  await tell({ ...closing, closure: { ...closing.closure, answerBy } });
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(answerBy));
  await sms.morning();
  const state = async () => (await sms.rows(number))[0]?.state;
  await expect.poll(state, { timeout: 10_000 }).toBe('failed');
  expect(sms.kannel.to(number)).toEqual([]);
});

test.each([
  ['STOP was sent', () => sms.say(number, 'STOP')],
  ['messages were switched off', () => notify.handle('PhoneSaved', phoneSaved(sana, number, { messages: false }))],
  ['the number was removed', () => notify.handle('PhoneSaved', phoneSaved(sana, null))],
  ['it is somebody else’s', () => notify.handle('PhoneSaved', phoneSaved(uuid(), number))],
  ['the account was deleted', () => notify.handle('AccountDeleted', { id: sana })],
] as const)('what was held while %s is not sent', async (_, change) => {
  await tell(changeOf(sana));
  await tell(closingOf(sana, notify.closureSecret));
  expect(await waiting()).toEqual(['StatusChanged', 'ClosureQuestion']);
  await change();
  expect((await waiting()).filter((kind) => kind !== 'Answer')).toEqual([]);
});
