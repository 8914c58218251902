/** In which order transactions lock what messages to all numbers share. */
import { afterAll, expect, test } from 'vitest';
import { changeOf, closingOf } from '../../testing/phones.ts';
import { quietNow, startSms } from '../../testing/sms.ts';

const sms = await startSms({ SMS_QUIET: quietNow() });
afterAll(() => sms.stop());

/** Resolves once so many connections wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      async () => {
        const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await sms.notify.pool.query(text)).rowCount;
      },
      { timeout: 10_000 },
    )
    .toBe(count);

test('a STOP that waits for the count of the day holds no count of the queue: who has the day can queue', async () => {
  const { notify } = sms;
  const [sana, number] = await sms.person();
  await notify.handle('StatusChanged', changeOf(sana));
  expect(await sms.rows(number)).toMatchObject([{ kind: 'StatusChanged', state: 'queued' }]);

  const other = await notify.pool.connect();
  await other.query('begin');
  await other.query('select from sms_days for update');
  const stopped = sms.say(number, 'STOP');
  await untilWaiting(1);
  const { rowCount } = await other.query(`select from delivery_counts where channel = 'sms' for update nowait`);
  await other.query('commit');
  other.release();
  expect([rowCount, await stopped]).toEqual([16, 200]);
  expect((await sms.rows(number)).map(({ kind }) => kind)).toEqual(['Answer']);
});

test('a STOP and the erasure of its account do not wait for each other', async () => {
  const { notify } = sms;
  const [sana, number] = await sms.person();
  // They have a code, and counts of today.
  await notify.handle('StatusChanged', closingOf(sana, notify.closureSecret));
  await sms.say(number, 'Hello?');

  const other = await notify.pool.connect();
  await other.query('begin');
  await other.query('select from sms_counts where number = $1 for update', [number]);
  const stopped = sms.say(number, 'STOP');
  await untilWaiting(1);
  const erased = notify.handle('AccountDeleted', { id: sana });
  await untilWaiting(2);
  await other.query('commit');
  other.release();
  expect(await stopped).toBe(200);
  await erased;
  expect((await notify.pool.query('select from phones where number = $1', [number])).rowCount).toBe(0);
});
