import { randomBytes } from 'node:crypto';
import { createLinkToken } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { change, dispute, newAddress, sealFor } from '../../testing/events.ts';
import { startNotify } from '../../testing/index.ts';

const notify = await startNotify();
beforeEach(() => notify.smtp.answerWith(() => null));
afterAll(() => notify.stop());

const soon = { timeout: 20_000 };
const claim = (address: string, secret = notify.closureSecret) => ({
  ...sealFor({ kind: 'closure', address }, secret),
  attempt: 1,
  proof: null,
  answerBy: '2026-03-04T20:30:00.000Z',
});

describe('the mail of a closing', () => {
  it('has the link that its id and key make; while it waits nothing of it can be read in the queue', async () => {
    const email = newAddress();
    const closure = claim(email);
    const token = createLinkToken(closure.key, notify.closureSecret, 'closure', closure.id);
    await notify.smtp.goDown();
    const event = await notify.handle('StatusChanged', { ...change(email, 1), closure });
    const waiting = await notify.stored(email);
    expect(waiting).toContain('"content":null');
    for (const words of [token, '/closure#', 'Sana', 'fixed']) {
      expect(waiting).not.toContain(words);
      expect(waiting).not.toContain(Buffer.from(words).toString('hex'));
    }
    await notify.smtp.goUp();
    await expect.poll(() => notify.textTo(email), soon).toContain(`http://portal.test/closure#${token}`);
    expect(notify.textTo(email)).toContain('Please answer by March 5, 2026.');
    expect(notify.smtp.received.find(({ to }) => to === email)?.messageId).toBe(`<${event}@portal.test>`);
    await expect.poll(() => notify.stored(email), soon).toContain('"sealed_content":null');
  });

  it('is sent at once, in order and once per event, however many changes wait for a digest', async () => {
    const email = newAddress();
    const plain = (number: number) => ({ ...change(email, number), to: { status: 'In Progress', schedule: null } });
    for (const number of [1, 2, 3, 4, 5, 6]) await notify.handle('StatusChanged', plain(number));
    const ids = [uuid(), uuid(), uuid()];
    for (const [index, id] of ids.entries()) {
      const event = { ...change(email, index + 7), closure: claim(email) };
      await notify.handle('StatusChanged', event, id);
      await notify.handle('StatusChanged', event, id);
    }
    const subjects = [1, 2, 3, 4, 5].map((number) => `Your report TMA-0000000${number} is now In Progress`);
    const closings = [7, 8, 9].map((number) => `Your report TMA-0000000${number} is now Closed`);
    await expect.poll(() => notify.subjects(email), soon).toEqual([...subjects, ...closings]);
    await notify.makeDigestDue(email);
    await expect
      .poll(() => notify.subjects(email), soon)
      .toEqual([...subjects, ...closings, 'Your report TMA-00000006 is now In Progress']);
  });

  it('is none once the reporter is gone, and none by a key that another secret sealed: that event fails', async () => {
    const email = newAddress();
    await notify.handle('StatusChanged', { ...change(email, 1), reporter: null, closure: claim(email) });
    const foreign = claim(email, randomBytes(32));
    await expect(notify.handle('StatusChanged', { ...change(email, 1), closure: foreign })).rejects.toThrow();
    expect(await notify.stored(email)).toBe('');
  });
});

describe('an answer', () => {
  it('that it is not fixed is told to who closed it, once', async () => {
    const email = newAddress();
    const id = uuid();
    await notify.handle('ClosureAnswered', dispute(email), id);
    await notify.handle('ClosureAnswered', dispute(email), id);
    await notify.handle('ClosureAnswered', { ...dispute(email), reference: 'TMA-LATER000' });
    await expect
      .poll(() => notify.subjects(email), soon)
      .toEqual(['Sana Khan says TMA-ABCD1234 is not fixed', 'Sana Khan says TMA-LATER000 is not fixed']);
    expect(notify.textTo(email)).toContain('It is still dark.');
    expect(notify.textTo(email)).toContain('http://portal.test/adminDashboard?filter=disputed');
  });

  it.each(['confirmed', 'unanswered'] as const)('%s is no mail', async (answer) => {
    const email = newAddress();
    await notify.handle('ClosureAnswered', { ...dispute(email), answer, reason: null });
    expect(await notify.stored(email)).toBe('');
  });

  it('is no mail where no address of who closed it is known', async () => {
    await expect(notify.handle('ClosureAnswered', { ...dispute(''), closedBy: null })).resolves.toBeDefined();
  });
});
