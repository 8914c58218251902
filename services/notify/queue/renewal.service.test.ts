import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, it } from 'vitest';
import { newAddress } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';
import { lease, queueForNobody, readMail } from '../testing/queue.store.ts';

const notify = await startNotify();
const stopAnother = notify.startAnother();
/** What the server does first when it is offered a mail to an address: one at a time, before it asks for the content. */
const onOffer = new Map<string, (() => void | Promise<void>)[]>();
/** Milliseconds for which it thinks about a mail that it has. */
const thinking = new Map<string, number>();
/** How often it had a whole mail to an address. */
const whole = new Map<string, number>();
notify.smtp.waitBeforeData((to) => onOffer.get(to)?.shift()?.());
notify.smtp.answerWith(({ to }) => {
  whole.set(to, (whole.get(to) ?? 0) + 1);
  return wait(thinking.get(to) ?? 0, null);
});
afterAll(async () => {
  await stopAnother();
  await notify.stop();
});

const rowOf = (email: string) => readMail(notify.pool, email);
const patiently = { timeout: 20_000 };

async function leaseNew() {
  const email = newAddress();
  await queueForNobody(notify.pool, email);
  return { email, leased: await lease(notify.pool, email) };
}

// By the clock: on a machine that stands still for seconds it may take a second try.
describe.concurrent('a lease', { timeout: 40_000, retry: 1 }, () => {
  it('of a sender that was killed ends after 10 s, and another sends the mail', async ({ expect }) => {
    const { email, leased } = await leaseNew();
    await expect.poll(() => notify.idsTo(email), { timeout: 14_000 }).toHaveLength(1);
    expect(performance.now() - leased.leasedAt).toBeGreaterThan(10_000);
  });

  it('lasts as long as the server takes for the mail, which is sent once', async ({ expect }) => {
    const { email, leased } = await leaseNew();
    onOffer.set(email, [() => wait(7000)]);
    thinking.set(email, 14_000);
    notify.sender.send(leased);
    await expect.poll(async () => (await rowOf(email))?.state, { timeout: 30_000 }).toBe('sent');
    expect(whole.get(email)).toBe(1);
    expect(notify.idsTo(email)).toHaveLength(1);
  });

  it('that cannot be renewed keeps the end of the mail from the server before it ends', async ({ expect }) => {
    const { email, leased } = await leaseNew();
    const query = (statement: { text?: string }, values: unknown[]) =>
      statement.text?.includes('with own')
        ? Promise.reject(new Error('the connection was cut'))
        : notify.pool.query(statement as never, values);
    const sender = notify.createAnother({ query } as never);
    onOffer.set(email, [() => wait(7000)]);
    sender.send(leased);
    await expect.poll(() => rowOf(email), patiently).toMatchObject({ state: 'deferred', attempts: 0 });
    expect(performance.now() - leased.leasedAt).toBeLessThan(10_000);
    expect(whole.get(email)).toBeUndefined();
    await expect.poll(() => notify.idsTo(email), patiently).toHaveLength(1);
  });

  it('that may have ended while the process stood still does so too, before any timer runs', async ({ expect }) => {
    const { email, leased } = await leaseNew();
    // Nothing else runs meanwhile, and the server's answer is there before timers are looked at.
    const standStill = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    onOffer.set(email, [standStill]);
    notify.sender.send({ ...leased, leasedAt: leased.leasedAt - 5000 });
    await expect.poll(() => rowOf(email), patiently).toMatchObject({ state: 'deferred', attempts: 0 });
    expect(whole.get(email)).toBeUndefined();
    await expect.poll(() => notify.idsTo(email), patiently).toHaveLength(1);
  });
});
