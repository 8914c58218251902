/** In which order transactions lock what messages to all numbers share. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf } from '../../testing/phones.ts';
import { quietNow, type Sms, startSms } from '../../testing/sms.ts';

let sms: Sms;
beforeAll(async () => {
  sms = await startSms({ SMS_QUIET: quietNow() });
});
afterAll(() => sms?.stop());

test('a STOP that waits for the count of the day holds no count of the queue: who has the day can queue', async () => {
  const { notify } = sms;
  const [sana, number] = await sms.person();
  await notify.handle('StatusChanged', changeOf(sana));
  expect(await sms.rows(number)).toMatchObject([{ kind: 'StatusChanged', state: 'queued' }]);

  const other = await notify.pool.connect();
  await other.query('begin');
  await other.query('select from sms_days for update');
  const stopped = sms.say(number, 'STOP');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await notify.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  const { rowCount } = await other.query(`select from delivery_counts where channel = 'sms' for update nowait`);
  await other.query('commit');
  other.release();
  expect([rowCount, await stopped]).toEqual([16, 200]);
  expect((await sms.rows(number)).map(({ kind }) => kind)).toEqual(['Answer']);
});
