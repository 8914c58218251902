/** When messages are not sent: beyond what the portal may spend in a day, and what strangers may cause. */
import { afterEach, expect, test } from 'vitest';
import { plan } from '../../plan.ts';
import { changeOf, codeRequested, newNumber, phoneSaved } from '../../testing/phones.ts';
import { type Sms, startSms } from '../../testing/sms.ts';

let sms: Sms;
let sana: string;
let number: string;
const start = async (settings: Parameters<typeof startSms>[0] = {}) => {
  sms = await startSms(settings);
  [sana, number] = await sms.person();
};
afterEach(() => sms?.stop());

test('beyond SMS_PER_DAY nothing more is sent but mails; the heads are told once', async () => {
  await start({ SMS_PER_DAY: 2 });
  const { notify } = sms;
  for (let time = 0; time < 4; time += 1) await notify.handle('StatusChanged', changeOf(sana));
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  expect(await sms.published('SmsLimitReached')).toEqual([
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), limit: 2 },
  ]);
  const { rows } = await notify.pool.query('select channel, count(*)::int from deliveries group by 1 order by 1');
  expect(rows).toEqual([
    { channel: 'mail', count: 4 },
    { channel: 'sms', count: 2 },
  ]);
  expect(await sms.arrived(number, 2)).toHaveLength(2);
  // The next day it begins anew.
  await notify.pool.query('update sms_days set day = day - 1');
  await notify.handle('StatusChanged', changeOf(sana));
  await sms.arrived(number, 3);
});

test('strangers who ask for codes, or send anything, use up half of it: the rest is left for residents', async () => {
  await start({ SMS_PER_DAY: 6 });
  const { notify, kannel } = sms;
  const numbers = Array.from({ length: 5 }, newNumber);
  for (const one of numbers.slice(0, 2)) await notify.handle('PhoneCodeRequested', codeRequested(one));
  for (const one of numbers.slice(2)) await sms.say(one, 'Hello?');
  await notify.handle('PhoneCodeRequested', codeRequested(newNumber()));
  for (let time = 0; time < 3; time += 1) await notify.handle('StatusChanged', changeOf(sana));
  await sms.arrived(number, 3);
  expect(kannel.received.filter(({ to }) => to !== number)).toHaveLength(3);
  expect(await sms.published('SmsLimitReached')).toEqual([]);
});

test('what strangers stop and start is told to them out of that half, too, and counts also where it is used up', async () => {
  await start({ SMS_PER_DAY: 4 });
  const { notify, kannel } = sms;
  const numbers = Array.from({ length: 4 }, newNumber);
  for (const one of numbers) await sms.say(one, 'STOP');
  const { rows } = await notify.pool.query('select from sms_stopped where number = any($1)', [numbers]);
  expect(rows).toHaveLength(4);
  for (let time = 0; time < 2; time += 1) await notify.handle('StatusChanged', changeOf(sana));
  await sms.arrived(number, 2);
  expect(kannel.received.filter(({ to }) => to !== number)).toHaveLength(2);
  expect(await sms.published('SmsLimitReached')).toEqual([]);
});

test('a number that sends without end is heard a hundred times a day, and its STOP always', async () => {
  await start();
  for (let time = 0; time < 52; time += 1) {
    await sms.say(number, 'STOP');
    await sms.say(number, 'START');
  }
  const asked = await sms.published('MessagesAsked', sana);
  expect([asked.length, asked.at(-1)?.messages]).toEqual([101, false]);
  // Of what is confirmed, so much is.
  expect(sms.kannel.to(number).length).toBeLessThanOrEqual(20);
});

test('an answer to a closing counts also when no message can tell so', async () => {
  await start({ SMS_PER_DAY: 1 });
  const { data, code } = await sms.asked(sana, number);
  expect(await sms.say(number, `YES ${code}`)).toBe(200);
  expect(await sms.published('ClosureReplied')).toMatchObject([{ closureId: data.closure.id, answer: 'fixed' }]);
});

test('whose number it is no longer is told nothing more, and answers nothing any more', async () => {
  await start();
  const { notify } = sms;
  const { data, code } = await sms.asked(sana, number);
  const [ali] = await sms.person();
  await notify.handle('PhoneSaved', phoneSaved(ali, number));
  await sms.say(number, `YES ${code}`);
  expect(await sms.published('ClosureReplied', data.id)).toEqual([]);
  expect((await sms.arrived(number, 2)).at(-1)).toMatch(/^Send YES or NO/);
});

test('how many messages a number had is forgotten after a week, also where none are sent any more', async () => {
  await start();
  const { pool, parts } = sms.notify;
  const old = "insert into sms_counts (day, number, kind) values (current_date - 9, $1, 'notice')";
  await pool.query(old, [number]);
  const stops = plan.background?.({ ...parts, senders: [] }, { caughtUp: async () => true }) ?? [];
  const kept = async () => (await pool.query('select from sms_counts where number = $1', [number])).rowCount;
  await expect.poll(kept, { timeout: 10_000 }).toBe(0);
  await Promise.all(stops.map((stop) => stop()));
});
