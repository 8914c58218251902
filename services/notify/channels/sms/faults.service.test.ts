/** What a gateway may do: whatever it is, each event is told once. */
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { smsKey, startNotify } from '../../testing/index.ts';
import { startFakeKannel } from '../../testing/kannel.ts';
import { changeOf, newNumber, phoneSaved } from '../../testing/phones.ts';
import { buildCallbacks } from './callbacks.ts';

let kannel: Awaited<ReturnType<typeof startFakeKannel>>;
let notify: Awaited<ReturnType<typeof startNotify>>;
let callbacks: ReturnType<typeof buildCallbacks>;
beforeAll(async () => {
  kannel = await startFakeKannel();
  notify = await startNotify({ SMS_URL: kannel.url, SMS_CALLBACK: 'http://notify.test' });
  const { parts, pool, config } = notify;
  callbacks = buildCallbacks({ pool, config, sender: parts.senders[1] as never }, parts.log);
});
afterAll(async () => {
  await callbacks?.close();
  await notify?.stop();
  await kannel?.stop();
});

let sana: string;
let number: string;
beforeEach(async () => {
  [sana, number] = [uuid(), newNumber()];
  await notify.handle('PhoneSaved', phoneSaved(sana, number));
});
afterEach(() => kannel.answerWith());

const soon = { timeout: 20_000 };
const row = async () => {
  const { rows } = await notify.pool.query(
    `select position, state, receipt, units from deliveries where channel = 'sms' order by position desc limit 1`,
  );
  return rows[0];
};
const receipt = (position: string, status: number) =>
  callbacks.inject({ url: `/receipt?${new URLSearchParams({ key: smsKey, position, status: String(status) })}` });
const delivered = async () =>
  Number((await notify.pool.query(`select count from sms_receipts where state = 'delivered'`)).rows[0]?.count);
const tell = () => notify.handle('StatusChanged', changeOf(sana));
const isSent = () => expect.poll(async () => (await row())?.state, soon).toBe('sent');

test('the gateway is away, and comes back', async () => {
  await kannel.goDown();
  await tell();
  await expect.poll(async () => (await row())?.state, soon).toBe('deferred');
  await kannel.goUp();
  await isSent();
  expect(kannel.to(number)).toHaveLength(1);
});

test('it answers 5xx for a while', async () => {
  let refusals = 2;
  kannel.answerWith((_sent, response) => {
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 503 : 202).end();
  });
  await tell();
  await isSent();
  expect(kannel.to(number)).toHaveLength(3);
});

test('it takes the message and dies before it answers: its receipt says that it has it, and nothing is sent again', async () => {
  kannel.answerWith((_sent, response) => response.destroy());
  await tell();
  await expect.poll(async () => (await row())?.state, soon).toBe('deferred');
  kannel.answerWith();
  const { position } = (await row()) as { position: string };
  await receipt(position, 8);
  await notify.pool.query('update deliveries set next_attempt_at = now() where position = $1', [position]);
  await isSent();
  expect(kannel.to(number)).toHaveLength(1);
});

test('notify was killed between the answer and the record: the message waits for its receipt, and is not sent again', async () => {
  await notify.pool.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, content, tried_at)
     values (gen_random_uuid(), 'sms', $1, 'StatusChanged', '<x>', '{"text": "x", "isAnswer": false}', now())`,
    [number],
  );
  const { position } = (await row()) as { position: string };
  await expect.poll(async () => (await row())?.state, soon).toBe('deferred');
  await receipt(position, 1);
  await notify.pool.query('update deliveries set next_attempt_at = now() where position = $1', [position]);
  await isSent();
  expect(kannel.to(number)).toEqual([]);
});

test('a receipt before the answer, and twice: counted once', async () => {
  const before = await delivered();
  kannel.answerWith(async ({ receipt: url }, response) => {
    const position = url.searchParams.get('position') ?? '';
    for (const status of [8, 1, 1]) await receipt(position, status);
    response.writeHead(202).end();
  });
  await tell();
  await isSent();
  expect([await delivered(), (await row())?.receipt, kannel.to(number).length]).toEqual([before + 1, 1, 1]);
});

test('a receipt that says failed is counted, and nothing is sent again', async () => {
  await tell();
  await isSent();
  await receipt((await row())?.position, 2);
  const { rows } = await notify.pool.query(`select count::int from sms_receipts where state = 'failed'`);
  expect([rows[0]?.count, (await row())?.state, kannel.to(number).length]).toEqual([1, 'sent', 1]);
});

test('what the gateway refuses for good is given up', async () => {
  kannel.answerWith((_sent, response) => response.writeHead(400).end());
  await tell();
  await expect.poll(async () => (await row())?.state, soon).toBe('failed');
});
