/** When messages are not sent, or later: in quiet hours, and beyond what the portal may spend in a day. */
import type { EventType } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { smsKey, startNotify } from '../../testing/index.ts';
import { startFakeKannel } from '../../testing/kannel.ts';
import { changeOf, closingOf, codeRequested, newNumber, phoneSaved } from '../../testing/phones.ts';
import { buildCallbacks } from './callbacks.ts';

let kannel: Awaited<ReturnType<typeof startFakeKannel>>;
beforeAll(async () => {
  kannel = await startFakeKannel();
});
afterAll(() => kannel?.stop());

let notify: Awaited<ReturnType<typeof startNotify>>;
let sana: string;
let number: string;
const start = async (settings: Parameters<typeof startNotify>[0]) => {
  notify = await startNotify({ SMS_URL: kannel.url, SMS_CALLBACK: 'http://notify.test', ...settings });
  await notify.handle('PhoneSaved', phoneSaved(sana, number));
};
beforeEach(() => {
  [sana, number] = [uuid(), newNumber()];
});
afterEach(() => notify?.stop());

const soon = { timeout: 10_000 };
const arrived = async (count: number) => {
  await expect.poll(() => kannel.to(number).length, soon).toBeGreaterThanOrEqual(count);
  return kannel.to(number);
};
const published = async (type: EventType) =>
  (
    await notify.pool.query(`select payload::json->'data' as data from outbox where payload::json->>'type' = $1`, [
      type,
    ])
  ).rows.map(({ data }) => data);
/** The hour in which it is now, and the next, in Karachi: quiet. */
const quietNow = () => {
  const from = (new Date().getUTCHours() + 5) % 24;
  return { from, to: (from + 2) % 24 };
};
/** The quiet hours end. */
const morning = async () => {
  notify.config.SMS_QUIET = null;
  await notify.pool.query(
    'update deliveries set held_until = now(), next_attempt_at = now() where held_until is not null',
  );
};

test('in quiet hours nobody is written to but who asked; afterwards comes the newest state of each report', async () => {
  await start({ SMS_QUIET: quietNow() });
  const [light, water] = [changeOf(sana), { ...changeOf(sana, 'en', 'TMA-WATER001'), id: uuid() }];
  await notify.handle('StatusChanged', light);
  await notify.handle('StatusChanged', water);
  await notify.handle('StatusChanged', { ...light, to: { status: 'Dropped', schedule: null } });
  const closing = { ...closingOf(sana, notify.closureSecret), id: light.id };
  await notify.handle('StatusChanged', closing);
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  await notify.handle('StatusTold', { userId: sana, reference: 'TMA-7CV3X4JW', status: 'Open', schedule: null });
  expect((await arrived(2)).toSorted()).toEqual([
    expect.stringMatching(/^\d{6} is your code/),
    expect.stringMatching(/^TMA-7CV3X4JW is Open/),
  ]);
  await morning();
  expect((await arrived(4)).slice(2).toSorted()).toEqual([
    expect.stringMatching(/^Is TMA-7CV3X4JW fixed\? Reply YES \d{6}/),
    expect.stringMatching(/^Your report TMA-WATER001 is now In Progress/),
  ]);
  // The mails went out at once, each.
  const { rows } = await notify.pool.query(`select from deliveries where channel = 'mail'`);
  expect(rows).toHaveLength(4);
});

test('beyond SMS_PER_DAY nothing more is sent but mails; the heads are told once', async () => {
  await start({ SMS_PER_DAY: 2 });
  for (let time = 0; time < 4; time += 1) await notify.handle('StatusChanged', changeOf(sana));
  await notify.handle('PhoneCodeRequested', codeRequested(number));
  expect(await published('SmsLimitReached')).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), limit: 2 }]);
  const { rows } = await notify.pool.query('select channel, count(*)::int from deliveries group by 1 order by 1');
  expect(rows).toEqual([
    { channel: 'mail', count: 4 },
    { channel: 'sms', count: 2 },
  ]);
  expect(await arrived(2)).toHaveLength(2);
  // The next day it begins anew.
  await notify.pool.query('update sms_days set day = day - 1');
  await notify.handle('StatusChanged', changeOf(sana));
  await arrived(3);
});

test('an answer to a closing counts also when no message can tell so', async () => {
  await start({ SMS_PER_DAY: 1 });
  const data = closingOf(sana, notify.closureSecret);
  await notify.handle('StatusChanged', data);
  const code = /\d{6}/.exec((await arrived(1))[0] ?? '')?.[0] ?? '';
  const { parts, pool, config } = notify;
  const callbacks = buildCallbacks({ pool, config, sender: parts.senders[1] as never }, parts.log);
  const query = new URLSearchParams({ key: smsKey, id: uuid(), from: number, text: `YES ${code}` });
  expect((await callbacks.inject({ url: `/incoming?${query}` })).statusCode).toBe(204);
  await callbacks.close();
  expect(await published('ClosureReplied')).toMatchObject([{ closureId: data.closure.id, answer: 'fixed' }]);
});
