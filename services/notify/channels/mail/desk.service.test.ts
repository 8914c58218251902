import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { assignment, change, digest, dispute, escalation, newAddress, note } from '../../testing/events.ts';
import { startNotify } from '../../testing/index.ts';

const head = 'head@example.gov';
const [notify, withoutHead] = await Promise.all([startNotify({ ESCALATION_EMAIL: head }), startNotify()]);
beforeEach(() => notify.smtp.answerWith(() => null));
afterAll(() => Promise.all([notify.stop(), withoutHead.stop()]));

const soon = { timeout: 20_000 };
const waiting = async (of = notify) => {
  const { rows } = await of.pool.query(
    "select 1 from deliveries where state in ('queued', 'deferred') and held_until is null",
  );
  return rows.length;
};
const allSent = (of = notify) => expect.poll(() => waiting(of), soon).toBe(0);

describe('an assignment', () => {
  it('is told to the assignee once per event, in order', async () => {
    const email = newAddress();
    const id = uuid();
    const first = assignment(email);
    await notify.handle('ReportAssigned', first, id);
    await notify.handle('ReportAssigned', first, id);
    await notify.handle('ReportAssigned', { ...first, reference: 'TMA-LATER000', due: null });
    await expect
      .poll(() => notify.subjects(email), soon)
      .toEqual(['TMA-ABCD1234 is yours now', 'TMA-LATER000 is yours now']);
    await allSent();
    expect(notify.subjects(email)).toHaveLength(2);
    expect(notify.idsTo(email)[0]).toBe(`<${id}@portal.test>`);
  });

  it('to nobody, or to who did it, is no mail', async () => {
    const email = newAddress();
    const data = assignment(email);
    await notify.handle('ReportAssigned', { ...data, by: { ...data.by, id: data.assignee.id } });
    await notify.handle('ReportAssigned', { ...data, assignee: null });
    await notify.handle('ReportAssigned', { ...data, reference: 'TMA-LATER000' });
    await expect.poll(() => notify.subjects(email), soon).toEqual(['TMA-LATER000 is yours now']);
  });
});

describe('a public note', () => {
  it('is mailed to the reporter at once and once per event, however many changes wait for a digest', async () => {
    const email = newAddress();
    for (const number of [1, 2, 3, 4, 5, 6]) await notify.handle('StatusChanged', change(email, number));
    const ids = [uuid(), uuid()];
    for (const id of ids) {
      await notify.handle('NoteAdded', note(email, 'The lamp is ordered.'), id);
      await notify.handle('NoteAdded', note(email, 'The lamp is ordered.'), id);
    }
    const closings = [1, 2, 3, 4, 5].map((number) => `Your report TMA-0000000${number} is now Closed`);
    const notes = ids.map(() => 'A message about your report TMA-ABCD1234');
    await expect.poll(() => notify.subjects(email), soon).toEqual([...closings, ...notes]);
    expect(notify.idsTo(email).slice(5)).toEqual(ids.map((id) => `<${id}@portal.test>`));
    await expect.poll(() => notify.stored(...ids), soon).not.toContain('lamp');
  });

  it('is no mail once the reporter is gone', async () => {
    const event = await notify.handle('NoteAdded', { ...note('', 'x'), reporter: null });
    expect(await notify.stored(event)).toBe('');
  });
});

describe('the overdue reports of a day', () => {
  it('are one mail to each administrator, however often the event comes and whoever was written to by then', async () => {
    const emails = Array.from({ length: 8 }, newAddress);
    const [refused = '', ...others] = emails;
    notify.smtp.answerWith(({ to }) => (to === refused ? { code: 451, text: 'Try later' } : null));
    const id = uuid();
    const data = digest(...emails, others[0] ?? '');
    await notify.handle('DigestDue', data, id);
    for (const email of others)
      await expect.poll(() => notify.subjects(email), soon).toEqual(['2 reports are overdue in Mardan']);
    await notify.handle('DigestDue', data, id);
    notify.smtp.answerWith(() => null);
    await allSent();
    const ids = emails.map((email) => notify.idsTo(email));
    expect(ids).toEqual(['', '.2', '.3', '.4', '.5', '.6', '.7', '.8'].map((part) => [`<${id}${part}@portal.test>`]));
    expect(await notify.stored(id)).not.toContain('Bazaar');
  });

  it('are never merged with those of another day, nor with changes', async () => {
    const email = newAddress();
    for (let day = 0; day < 7; day += 1) await notify.handle('DigestDue', digest(email));
    await expect
      .poll(() => notify.subjects(email), soon)
      .toEqual(Array.from({ length: 7 }, () => '2 reports are overdue in Mardan'));
  });

  it('are nothing where a tehsil has no administrator', async () => {
    expect(await notify.stored(await notify.handle('DigestDue', digest()))).toBe('');
  });
});

describe('the head of the office', () => {
  const toHead = () => notify.subjects(head);

  it('is told once of what is overdue for long', async () => {
    const id = uuid();
    await notify.handle('EscalationDue', escalation(), id);
    await notify.handle('EscalationDue', escalation(), id);
    await allSent();
    expect(toHead().filter((subject) => subject === '3 reports are overdue for more than 5 working days')).toHaveLength(
      1,
    );
    expect(notify.idsTo(head)).toContain(`<${id}@portal.test>`);
  });

  it('is told of the third dispute and each later one, and the administrator of each', async () => {
    const email = newAddress();
    const before = toHead().length;
    const id = uuid();
    await notify.handle('ClosureAnswered', dispute(email));
    await notify.handle('ClosureAnswered', dispute(email, 2));
    await notify.handle('ClosureAnswered', dispute(email, 3), id);
    await notify.handle('ClosureAnswered', dispute(email, 3), id);
    await notify.handle('ClosureAnswered', { ...dispute(email, 4), closedBy: null });
    await allSent();
    expect(notify.subjects(email)).toEqual(Array.from({ length: 3 }, () => 'Sana Khan says TMA-ABCD1234 is not fixed'));
    expect(toHead().slice(before)).toEqual(['TMA-ABCD1234 was disputed 3 times', 'TMA-ABCD1234 was disputed 4 times']);
    expect(notify.idsTo(email)).toContain(`<${id}@portal.test>`);
    expect(notify.idsTo(head)).toContain(`<${id}.2@portal.test>`);
  });

  it('is told of no confirmed closing, however often it was disputed before', async () => {
    const event = await notify.handle('ClosureAnswered', { ...dispute('', 3), answer: 'confirmed', reason: null });
    expect(await notify.stored(event)).toBe('');
  });

  it('is nobody where ESCALATION_EMAIL is not set: the administrator alone is told', async () => {
    const email = newAddress();
    await withoutHead.handle('EscalationDue', escalation());
    await withoutHead.handle('ClosureAnswered', dispute(email, 3));
    await allSent(withoutHead);
    expect(withoutHead.smtp.received.map(({ to }) => to)).toEqual([email]);
  });
});
