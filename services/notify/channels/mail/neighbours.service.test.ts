import type { EventData } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { newAddress } from '../../testing/events.ts';
import { startNotify } from '../../testing/index.ts';

const notify = await startNotify();
afterAll(() => notify.stop());

const soon = { timeout: 20_000 };
const of = { id: uuid(), reference: 'TMA-ABCD1234', issue: 'Street Lights Repair', tehsil: 'Mardan' };
const person = (email: string, language = 'en') => ({ id: uuid(), name: 'Sana Khan', email, language });
const told = (to: string[], more: Partial<EventData<'SupportersTold'>> = {}): EventData<'SupportersTold'> => ({
  ...of,
  to: to.map((email) => person(email)),
  change: { from: { status: 'Open', schedule: null }, to: { status: 'Closed', schedule: null } },
  text: null,
  ...more,
});
const bodyTo = (to: string) => notify.smtp.received.find((mail) => mail.to === to)?.text ?? '';

it('supporters are told of status, schedule and messages, each once, without a link that answers anything', async () => {
  const [sana, omar] = [newAddress(), newAddress()];
  const [schedule, none] = [
    { status: 'Closed', schedule: '2026-03-05' },
    { status: 'Closed', schedule: null },
  ];
  const id = uuid();
  await notify.handle('SupportersTold', told([sana, omar]), id);
  await notify.handle('SupportersTold', told([sana, omar]), id);
  await notify.handle('SupportersTold', told([sana], { change: { from: none, to: schedule } }));
  await notify.handle('SupportersTold', told([sana], { change: { from: schedule, to: none } }));
  await notify.handle('SupportersTold', told([sana], { change: null, text: 'It comes on <b>Monday</b>.' }));
  const first = 'A report that you support, TMA-ABCD1234, is now Closed';
  await expect
    .poll(() => notify.subjects(sana), soon)
    .toEqual([
      first,
      'A report that you support, TMA-ABCD1234, is scheduled for March 5, 2026',
      'A report that you support, TMA-ABCD1234, is no longer scheduled',
      'A message about a report that you support, TMA-ABCD1234',
    ]);
  await expect.poll(() => notify.subjects(omar), soon).toEqual([first]);
  expect(bodyTo(sana)).not.toContain('/closure');
});

it('many changes in a short time are a digest, as for reporters', async () => {
  const sana = newAddress();
  for (let time = 0; time < 7; time += 1) await notify.handle('SupportersTold', told([sana]));
  const { rows } = await notify.pool.query(
    "select count(*) filter (where held_until is not null)::int as held, count(*)::int as all from deliveries where event_id is not null and kind = $1 and created_at > now() - interval '1 minute' and held_until is not null",
    ['StatusChanged'],
  );
  expect(rows).toEqual([{ held: 2, all: 2 }]);
});

it('a reporter is told what their report is the same as, in their language; undone, they are not', async () => {
  const [sana, aisha] = [newAddress(), newAddress()];
  const other = { id: uuid(), reference: 'TMA-5M8Q1RZC' };
  const marked = { ...of, by: uuid(), of: other };
  await notify.handle('DuplicateMarked', { ...marked, reporter: person(sana) });
  await notify.handle('DuplicateMarked', { ...marked, of: null, reporter: person(sana) });
  await notify.handle('DuplicateMarked', { ...marked, reporter: null });
  await notify.handle('DuplicateMarked', { ...marked, reporter: person(aisha, 'ur') });
  await expect.poll(() => bodyTo(aisha), soon).toContain('dir=3D"rtl"');
  expect(notify.subjects(sana)).toEqual(['Your report TMA-ABCD1234 is the same as TMA-5M8Q1RZC']);
});
