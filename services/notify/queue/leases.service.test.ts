import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { change, link, newAddress } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';
import { lease, queueForNobody, readMail } from '../testing/queue.store.ts';
import { leaseDigest, markDeferred, markFailed, markSent, renewLeases } from './deliveries.store.ts';

const notify = await startNotify();
beforeEach(() => notify.smtp.answerWith(() => null));
afterAll(() => notify.stop());

const soon = { timeout: 20_000 };
const rowOf = (email: string) => readMail(notify.pool, email);

describe('while a mail is on its way to the server', () => {
  it('no connection to the database waits for it, and no other sender takes it', async () => {
    const accept = Promise.withResolvers<null>();
    const arrived = Promise.withResolvers<void>();
    const email = newAddress();
    notify.smtp.answerWith((mail) => {
      if (mail.to !== email) return null;
      arrived.resolve();
      return accept.promise;
    });
    const id = await notify.handle('RecoveryRequested', link(email));
    await arrived.promise;
    const another = notify.startAnother();
    // It has looked for mails by then: one that was queued later is sent.
    const other = newAddress();
    await notify.handle('RecoveryRequested', link(other));
    await expect.poll(() => notify.idsTo(other), soon).toHaveLength(1);
    expect(await rowOf(email)).toEqual({ state: 'queued', attempts: 0, leased: true });
    const { rows } = await notify.pool.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toHaveLength(0);
    accept.resolve(null);
    await expect.poll(async () => (await rowOf(email))?.state, soon).toBe('sent');
    await another();
    expect(notify.idsTo(email)).toEqual([`<${id}@portal.test>`]);
  });

  it('it is put off after 30 s, however busy the server keeps the connection, each time for longer: it may have it', async () => {
    const email = newAddress();
    await queueForNobody(notify.pool, email);
    notify.smtp.answerWith((mail) => (mail.to === email ? new Promise(() => {}) : null));
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 30));
    notify.sender.send(await lease(notify.pool, email));
    await expect.poll(() => rowOf(email), { timeout: 5000 }).toMatchObject({ state: 'deferred', attempts: 1 });
    expect(spy).toHaveBeenCalledWith(30_000);
    const again = 'update deliveries set attempts = 8, next_attempt_at = now() where recipient = $1';
    await notify.pool.query(again, [email]);
    const pause = async () =>
      (
        await notify.pool.query(
          'select extract(epoch from next_attempt_at - now())::int as seconds from deliveries where recipient = $1',
          [email],
        )
      ).rows[0]?.seconds;
    await expect.poll(pause, soon).toBeGreaterThan(200);
    spy.mockRestore();
    await notify.pool.query('delete from deliveries where recipient = $1', [email]);
  });

  it('nothing is begun by who stood still for so long that the lease may end soon', async () => {
    const [late, other] = [newAddress(), newAddress()];
    await queueForNobody(notify.pool, late);
    notify.sender.send({ ...(await lease(notify.pool, late)), leasedAt: performance.now() - 6000 });
    await notify.handle('RecoveryRequested', link(other));
    await expect.poll(() => notify.idsTo(other), soon).toHaveLength(1);
    expect(notify.idsTo(late)).toEqual([]);
    expect(await rowOf(late)).toEqual({ state: 'queued', attempts: 0, leased: true });
    // As if the lease had ended.
    await notify.pool.query('update deliveries set next_attempt_at = now() where recipient = $1', [late]);
    await expect.poll(() => notify.idsTo(late), soon).toHaveLength(1);
  });
});

it('who lost its lease changes nothing for who has it now, but that a mail was sent counts', async () => {
  const email = newAddress();
  await queueForNobody(notify.pool, email);
  await notify.pool.query('update deliveries set held_until = now() where recipient = $1', [email]);
  const [first, second] = [await lease(notify.pool, email), await lease(notify.pool, email)];
  expect(first.leasedUntil).not.toBe(second.leasedUntil);
  await markDeferred(notify.pool, [first], 'late', 1, 1);
  await markFailed(notify.pool, [first], 'late');
  await renewLeases(notify.pool, [first]);
  expect(await leaseDigest(notify.pool, first)).toEqual([]);
  expect(await rowOf(email)).toEqual({ state: 'queued', attempts: 0, leased: true });
  const { leasedUntil } = second;
  await renewLeases(notify.pool, [first, second]);
  expect(second.leasedUntil > leasedUntil).toBe(true);
  await markSent(notify.pool, [first]);
  await markDeferred(notify.pool, [second], 'cut off', 1, 1);
  expect(await rowOf(email)).toMatchObject({ state: 'sent', attempts: 1 });
});

it('a database that is away after the server took a mail costs no second one', async () => {
  const email = newAddress();
  const query = notify.pool.query.bind(notify.pool);
  let refused = 0;
  const spy = vi.spyOn(notify.pool, 'query').mockImplementation(((
    statement: string | { text: string },
    values: unknown[],
  ) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!text.includes("'sent', sent_at") || refused === 3) return query(statement as string, values);
    refused += 1;
    return Promise.reject(new Error('the connection was cut'));
  }) as never);
  await notify.handle('RecoveryRequested', link(email));
  await expect.poll(async () => (await rowOf(email))?.state, soon).toBe('sent');
  spy.mockRestore();
  expect(refused).toBe(3);
  expect(notify.idsTo(email)).toHaveLength(1);
});

it('several senders share the queue: each mail once, to one person in order', async () => {
  notify.smtp.answerWith(() => wait(10, null));
  const others = [notify.startAnother(), notify.startAnother()];
  const people = Array.from({ length: 12 }, newAddress);
  const queued = new Map<string, string[]>();
  await Promise.all(
    people.map(async (email) => {
      const ids: string[] = [];
      queued.set(email, ids);
      for (let number = 1; number <= 10; number += 1)
        ids.push(await notify.handle('StatusChanged', change(email, number)));
    }),
  );
  const direct = () => people.map((email) => notify.subjects(email).length);
  await expect.poll(direct, soon).toEqual(people.map(() => 5));
  await notify.pool.query("update deliveries set held_until = now() where state = 'queued' and recipient = any($1)", [
    people,
  ]);
  const states = "select from deliveries where state <> 'sent' and recipient = any($1)";
  await expect.poll(async () => (await notify.pool.query(states, [people])).rowCount, soon).toBe(0);
  await Promise.all(others.map((stop) => stop()));
  for (const email of people) {
    const ids = (queued.get(email) ?? []).map((id) => `<${id}@portal.test>`);
    // The five that were held back are one mail, with the id of the first of them.
    expect(notify.idsTo(email)).toEqual(ids.slice(0, 6));
    expect(notify.subjects(email).at(-1)).toBe('5 changes to your reports');
  }
});
