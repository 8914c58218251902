import { lifetimes } from '@tma/contracts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { change, link, newAddress } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';
import { deleteAllOld, forgetAllRecipients } from './upkeep.ts';

const notify = await startNotify();
beforeEach(() => notify.smtp.answerWith(() => null));
afterAll(() => notify.stop());

const closed = (number: number) => `Your report TMA-0000000${number} is now Closed`;
const soon = { timeout: 15_000 };
const stateOf = async (email: string) => {
  const { rows } = await notify.pool.query(
    'select state, attempts, last_error from deliveries where recipient = $1 order by position',
    [email],
  );
  return rows;
};
/** Makes a deferred mail due now. */
const makeDueNow = (email: string) =>
  notify.pool.query('update deliveries set next_attempt_at = now() where recipient = $1', [email]);

describe('a mail', () => {
  it('is sent once per event, whose id is in the Message-ID', async () => {
    const email = newAddress();
    const id = await notify.handle('RecoveryRequested', link(email));
    await notify.handle('RecoveryRequested', link(email), id);
    await notify.handle('EmailChangeRequested', link(email, 'email_change'));
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Reset your password', 'Confirm your new email']);
    expect(notify.smtp.received.find(({ to }) => to === email)?.messageId).toBe(`<${id}@portal.test>`);
  });

  it('that the server defers is sent again later, and those behind it wait', async () => {
    const email = newAddress();
    notify.smtp.answerWith((mail) => (mail.to === email ? { code: 451, text: 'Try later' } : null));
    await notify.handle('RecoveryRequested', link(email));
    await notify.handle('VerificationRequested', link(email, 'signup'));
    await expect.poll(async () => (await stateOf(email))[0], soon).toMatchObject({ state: 'deferred' });
    const other = newAddress();
    await notify.handle('RecoveryRequested', link(other));
    await expect.poll(() => notify.subjects(other), soon).toHaveLength(1);
    notify.smtp.answerWith(() => null);
    await makeDueNow(email);
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Reset your password', 'Confirm your email']);
  });

  it('whose link has expired is given up, and those behind it are sent', async () => {
    const email = newAddress();
    await notify.handle('RecoveryRequested', { ...link(email), expiresAt: new Date().toISOString() });
    await notify.handle('VerificationRequested', link(email, 'signup'));
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Confirm your email']);
    expect((await stateOf(email))[0]).toMatchObject({ state: 'failed', last_error: 'it is over' });
  });

  it('waits while the server is unreachable without using up attempts, and is sent as soon as it is back', async () => {
    const addresses = Array.from({ length: 20 }, newAddress);
    await notify.smtp.goDown();
    for (const email of addresses) await notify.handle('RecoveryRequested', link(email));
    await expect
      .poll(async () => (await stateOf(addresses[0] as string))[0], soon)
      .toMatchObject({ state: 'deferred' });
    await notify.smtp.goUp();
    await expect.poll(() => addresses.flatMap(notify.subjects), soon).toHaveLength(20);
    const states = async () =>
      (
        await notify.pool.query('select distinct state, attempts from deliveries where recipient = any($1)', [
          addresses,
        ])
      ).rows;
    // What came of the last one is recorded a moment after the server has it.
    await expect.poll(states, soon).toEqual([{ state: 'sent', attempts: 1 }]);
  });

  it('that the server rejects is given up, and what follows is sent', async () => {
    const email = newAddress();
    notify.smtp.answerWith((mail) =>
      mail.subject.includes('password') ? { code: 550, text: `No ${mail.to} here` } : null,
    );
    await notify.handle('RecoveryRequested', link(email));
    await notify.handle('VerificationRequested', link(email, 'signup'));
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Confirm your email']);
    const [given] = await stateOf(email);
    expect(given).toMatchObject({ state: 'failed', attempts: 1 });
    const { rows } = await notify.pool.query('select content from deliveries where recipient = $1', [email]);
    expect(rows).toEqual([{ content: null }, { content: null }]);
  });

  it('that the server still defers after five days is given up', async () => {
    const email = newAddress();
    notify.smtp.answerWith((mail) => (mail.to === email ? { code: 451, text: 'Try later' } : null));
    await notify.handle('RecoveryRequested', link(email));
    const sendAtAge = (seconds: number) =>
      notify.pool.query(
        'update deliveries set created_at = now() - make_interval(secs => $2), next_attempt_at = now() where recipient = $1',
        [email, seconds],
      );
    const attempted = (attempts: number, state: string) =>
      expect.poll(async () => (await stateOf(email))[0], soon).toMatchObject({ attempts, state });
    await attempted(1, 'deferred');
    await sendAtAge(lifetimes.mailRetry - 600);
    await attempted(2, 'deferred');
    await sendAtAge(lifetimes.mailRetry + 60);
    await attempted(3, 'failed');
  });

  it('to an address that received very many in the last minute waits', async () => {
    const email = newAddress();
    await notify.pool.query(
      `insert into deliveries (event_id, channel, recipient, kind, message_id, state, sent_at)
       select gen_random_uuid(), 'mail', $1, 'ReportCreated', '<x>', 'sent', now() - make_interval(secs => 30)
       from generate_series(1, 120)`,
      [email],
    );
    await notify.handle('StatusChanged', change(email, 1));
    const other = newAddress();
    await notify.handle('StatusChanged', change(other, 1));
    await expect.poll(() => notify.subjects(other), soon).toHaveLength(1);
    expect(notify.subjects(email)).toEqual([]);
    // What opens the account has few a day, and comes whatever else was sent: nobody is kept out by many other mails.
    await notify.handle('RecoveryRequested', link(email));
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Reset your password']);
    await notify.pool.query("update deliveries set sent_at = now() - interval '2 minutes' where recipient = $1", [
      email,
    ]);
    await expect.poll(() => notify.subjects(email), soon).toEqual(['Reset your password', closed(1)]);
  });
});

describe('many changes for one person', () => {
  it('are five mails, then a digest after ten minutes; no other mail waits for it', async () => {
    const email = newAddress();
    for (let number = 1; number <= 8; number += 1) await notify.handle('StatusChanged', change(email, number));
    await notify.handle('RecoveryRequested', link(email));
    // What opens the account does not wait for the others, either.
    const others = () => notify.subjects(email).filter((subject) => subject !== 'Reset your password');
    await expect.poll(() => notify.subjects(email), soon).toContain('Reset your password');
    await expect.poll(others, soon).toEqual([1, 2, 3, 4, 5].map(closed));
    const { rows } = await notify.pool.query(
      `select distinct extract(epoch from held_until - min_created)::int as seconds from
       (select held_until, min(created_at) over () as min_created from deliveries where recipient = $1) held
       where held_until is not null`,
      [email],
    );
    expect(rows).toEqual([{ seconds: 600 }]);
    await notify.makeDigestDue(email);
    await expect.poll(() => notify.subjects(email).at(-1), soon).toBe('3 changes to your reports');
    const digest = notify.smtp.received.findLast(({ to }) => to === email)?.text ?? '';
    for (const number of [6, 7, 8]) expect(digest.replaceAll(/=\r?\n|\r?\n/g, '')).toContain(`TMA-0000000${number}`);
    await expect
      .poll(async () => new Set((await stateOf(email)).map(({ state }) => state)), soon)
      .toEqual(new Set(['sent']));
  });

  it('and a digest of one change is the mail of that change', async () => {
    const email = newAddress();
    for (let number = 1; number <= 6; number += 1) await notify.handle('StatusChanged', change(email, number));
    await expect.poll(() => notify.subjects(email), soon).toHaveLength(5);
    await notify.makeDigestDue(email);
    await expect.poll(() => notify.subjects(email), soon).toEqual([1, 2, 3, 4, 5, 6].map(closed));
  });
});

it('mails that were sent or given up are deleted after a month, others never', async () => {
  const email = newAddress();
  await notify.pool.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, state, created_at, next_attempt_at)
     select gen_random_uuid(), 'mail', $1, age || ' ' || state, '<x>', state, now() - make_interval(days => age), 'infinity'
     from unnest(array['sent', 'failed', 'deferred']) state, unnest(array[29, 31]) age, generate_series(1, 3000)`,
    [email],
  );
  await deleteAllOld(notify.pool);
  const kinds = 'select distinct kind from deliveries where recipient = $1 order by kind';
  const { rows } = await notify.pool.query(kinds, [email]);
  expect(rows.map(({ kind }) => kind)).toEqual(['29 deferred', '29 failed', '29 sent', '31 deferred']);
});

it('to whom a mail was is forgotten once nothing asks for it; that it was sent is known for a month', async () => {
  const email = newAddress();
  notify.smtp.answerWith((mail) =>
    mail.subject.includes('password') ? { code: 550, text: `No ${email} here` } : null,
  );
  const events = [
    await notify.handle('RecoveryRequested', link(email)),
    await notify.handle('VerificationRequested', link(email, 'signup')),
    await notify.handle('StatusChanged', change(email, 1)),
  ];
  await expect.poll(() => notify.subjects(email), soon).toHaveLength(2);
  await expect.poll(async () => (await stateOf(email)).map(({ state }) => state), soon).not.toContain('queued');
  const left = () => notify.stored(...events);
  const [failed] = await stateOf(email);
  expect(failed).toMatchObject({ state: 'failed', last_error: expect.stringContaining('<address>') });
  const [name = ''] = email.split('@');
  await forgetAllRecipients(notify.pool);
  expect(await left()).toContain(email);
  await notify.pool.query(
    `update deliveries set created_at = created_at - interval '10 minutes', sent_at = sent_at - interval '1 minute'
     where event_id = any($1)`,
    [events],
  );
  await forgetAllRecipients(notify.pool);
  expect(await left()).not.toContain(name);
  expect(await left()).not.toContain('Sana');
  expect((await left()).split('\n')).toHaveLength(3);
});
