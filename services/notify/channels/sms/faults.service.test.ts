/** What a gateway may do: whatever it is, each event is told once. What kills notify meanwhile is in tests/faults. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { smsSender } from '../../context.ts';
import { Sender } from '../../queue/sender.ts';
import { changeOf } from '../../testing/phones.ts';
import { startSms } from '../../testing/sms.ts';

const sms = await startSms();
const { kannel, notify } = sms;
afterAll(() => sms.stop());

let sana: string;
let number: string;
beforeEach(async () => {
  [sana, number] = await sms.person();
});
afterEach(() => kannel.answerWith());

const soon = { timeout: 20_000 };
const row = async () => (await sms.rows(number)).at(-1);
const counted = async (state: string) =>
  Number((await notify.pool.query('select count from sms_receipts where state = $1', [state])).rows[0]?.count);
const tell = () => notify.handle('StatusChanged', changeOf(sana));
const becomes = (state: string) => expect.poll(async () => (await row())?.state, soon).toBe(state);

test('the gateway is away, and comes back', async () => {
  await kannel.goDown();
  await tell();
  await becomes('deferred');
  await kannel.goUp();
  await becomes('sent');
  expect(kannel.to(number)).toHaveLength(1);
});

test('it answers 5xx for a while', async () => {
  let refusals = 2;
  kannel.answerWith((_sent, response) => {
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 503 : 202).end();
  });
  await tell();
  await becomes('sent');
  expect(kannel.to(number)).toHaveLength(3);
});

test('it takes the connection and never answers: that ends after 15 s, until then nobody else sends it, and nobody waits for it', async () => {
  const [ali, others] = await sms.person();
  kannel.answerWith(({ to }, response) => {
    if (to !== number) response.writeHead(202).end();
  });
  // Another process, which would take the message once its lease of 10 s were over.
  const stopAnother = new Sender((smsSender(notify.parts) as Sender).parts).start();
  await tell();
  await expect.poll(() => kannel.to(number).length, soon).toBe(1);
  await notify.handle('StatusChanged', changeOf(ali));
  await sms.arrived(others, 1);
  await expect.poll(() => notify.subjects('sana@example.org').length, soon).toBeGreaterThanOrEqual(2);
  expect(await row()).toMatchObject({ state: 'queued' });
  await becomes('deferred');
  expect(kannel.to(number)).toHaveLength(1);
  await stopAnother();
});

test('it takes the message and dies before it answers: its receipt says that it has it, and nothing is sent again', async () => {
  kannel.answerWith((_sent, response) => response.destroy());
  await tell();
  await becomes('deferred');
  kannel.answerWith();
  await sms.receipt((await row())?.position ?? '', 8);
  await becomes('sent');
  expect(kannel.to(number)).toHaveLength(1);
});

test('one that may have been sent waits for its receipt, and is not sent again', async () => {
  await notify.pool.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, content, tried_at)
     values (gen_random_uuid(), 'sms', $1, 'StatusChanged', '<x>', '{"text": "x", "isAnswer": false}', now())`,
    [number],
  );
  await becomes('deferred');
  await sms.receipt((await row())?.position ?? '', 1);
  await becomes('sent');
  expect(kannel.to(number)).toEqual([]);
});

test('a receipt before the answer, and twice: counted once', async () => {
  const before = await counted('delivered');
  kannel.answerWith(async ({ receipt: url }, response) => {
    const position = url.searchParams.get('position') ?? '';
    for (const status of [8, 1, 1]) await sms.receipt(position, status);
    response.writeHead(202).end();
  });
  await tell();
  await becomes('sent');
  expect([await counted('delivered'), (await row())?.receipt, kannel.to(number).length]).toEqual([before + 1, 1, 1]);
});

test('a receipt that says failed is counted, and nothing is sent again', async () => {
  const before = await counted('failed');
  await tell();
  await becomes('sent');
  await sms.receipt((await row())?.position ?? '', 2);
  expect([await counted('failed'), (await row())?.state, kannel.to(number).length]).toEqual([before + 1, 'sent', 1]);
});

test('what the gateway refuses for good is given up', async () => {
  kannel.answerWith((_sent, response) => response.writeHead(400).end());
  await tell();
  await becomes('failed');
});

test('of one that may have been sent five copies are the most, with pauses that double', async () => {
  kannel.answerWith((_sent, response) => response.destroy());
  await tell();
  await becomes('deferred');
  const again = (attempts: number) =>
    notify.pool.query(
      `update deliveries set attempts = $2, tried_at = now() - interval '1 hour', next_attempt_at = now()
       where channel = 'sms' and recipient = $1`,
      [number, attempts],
    );
  await again(3);
  await expect.poll(() => kannel.to(number).length, soon).toBe(2);
  const pause = () =>
    notify.pool.query(
      `select extract(epoch from next_attempt_at - now())::int as seconds from deliveries where channel = 'sms' and recipient = $1`,
      [number],
    );
  await expect.poll(async () => (await pause()).rows[0]?.seconds, soon).toBeGreaterThan(400);
  await again(4);
  await becomes('failed');
  expect(kannel.to(number)).toHaveLength(3);
});

test('a receipt of a message that was not sent yet is of another one, of before a restore', async () => {
  await notify.pool.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, content, next_attempt_at)
     values (gen_random_uuid(), 'sms', $1, 'StatusChanged', '<x>', '{"text": "x", "isAnswer": false}', 'infinity')`,
    [number],
  );
  await sms.receipt((await row())?.position ?? '', 1);
  expect((await row())?.receipt).toBeNull();
});
