/** Over Debian's Kannel: what is sent arrives, receipts come, what telephones send is heard. */
import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smsKey, startNotify } from '../../testing/index.ts';
import { changeOf, closingOf, newNumber, phoneSaved } from '../../testing/phones.ts';
import { hasKannel, startKannel, urduIn } from '../../testing/real-kannel.ts';
import { callbacksOf } from '../../testing/sms.ts';

const soon = { timeout: 20_000 };

describe.runIf(hasKannel())('over Kannel', () => {
  let notify: Awaited<ReturnType<typeof startNotify>>;
  let kannel: Awaited<ReturnType<typeof startKannel>>;
  let callbacks: ReturnType<typeof callbacksOf>;
  beforeAll(async () => {
    // Below the ports that systems give to outgoing connections.
    const first = 20_000 + randomInt(10_000);
    const port = first + 4;
    const url = `http://127.0.0.1:${port}`;
    kannel = await startKannel(first, { url, key: smsKey });
    notify = await startNotify({ SMS_URL: kannel.url, SMS_CALLBACK: url });
    callbacks = callbacksOf(notify);
    await callbacks.listen({ host: '127.0.0.1', port });
  }, 60_000);
  afterAll(async () => {
    await callbacks?.close();
    await notify?.stop();
    await kannel?.stop();
  });

  test('in English and in Urdu, with receipts', async () => {
    const [sana, number] = [uuid(), newNumber()];
    await notify.handle('PhoneSaved', phoneSaved(sana, number));
    await notify.handle('StatusChanged', changeOf(sana));
    await notify.handle('StatusChanged', changeOf(sana, 'ur'));
    const mine = () => kannel.received().filter((line) => line.includes(number));
    await expect.poll(() => mine().length, soon).toBeGreaterThanOrEqual(2);
    expect(mine()[0]).toContain('text Your report TMA-7CV3X4JW is now In Progress.');
    const inUrdu = 'آپ کی رپورٹ TMA-7CV3X4JW اب زیرِ کارروائی ہے۔ http://portal.test/r/TMA-7CV3X4JW';
    await expect.poll(() => urduIn(mine()), soon).toContain(inUrdu);
    const delivered = async () =>
      (await notify.pool.query(`select count from sms_receipts where state = 'delivered'`)).rows[0]?.count;
    await expect.poll(async () => Number(await delivered()), soon).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['en', 'NO', 'It is still dark: 50% & wet+cold'],
    ['ur', 'نہیں', 'اب بھی اندھیرا ہے'],
  ])('an answer in %s is heard', async (language, word, reason) => {
    const [sana, number] = [uuid(), newNumber()];
    await notify.handle('PhoneSaved', phoneSaved(sana, number));
    const data = closingOf(sana, notify.closureSecret, language);
    const code = async () => {
      const { createLinkCode } = await import('@tma/kit');
      return createLinkCode(data.closure.key, notify.closureSecret, {
        kind: 'closure',
        id: data.closure.id,
        address: number,
      });
    };
    await notify.handle('StatusChanged', data);
    await kannel.send(number, `${word} ${await code()} ${reason}`);
    const heard = async () =>
      (
        await notify.pool.query(`select payload::json->'data'->>'reason' as reason from outbox where key = $1`, [
          data.id,
        ])
      ).rows;
    await expect.poll(heard, soon).toEqual([{ reason }]);
  });
});
