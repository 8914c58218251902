/** In which language a reporter is written to, and where: what their token says at submission, then what auth tells. */
import { type EventData, events } from '@tma/contracts';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const empty = { contact_number: '', tehsil: 'Sahiwal', language: 'en', version: 1 };
const saved = (id: string, more: Partial<EventData<'ProfileSaved'>>) =>
  desk.reports.handle('ProfileSaved', { ...empty, id, ...more });
const known = async (id: string) => {
  const { rows } = await desk.reports.pool.query('select language from people where id = $1', [id]);
  return rows[0]?.language;
};
const created = async (id: string) => events.ReportCreated.data.parse((await desk.events(id, 'ReportCreated'))[0]);

test('a report is received in the language of the token', async () => {
  const ali = await desk.reports.resident(desk.tehsil, { language: 'ur' });
  const id = await desk.submitted({}, ali);
  expect((await created(id)).reporter).toEqual({
    id: ali.id,
    name: 'Ayesha Khan',
    email: ali.email,
    language: 'ur',
  });
});

test('events say English while the language is unknown, and a later token sets it', async () => {
  const ali = await desk.reports.resident(desk.tehsil);
  const english = { id: ali.id, language: 'en' };
  const id = await desk.submitted({}, ali);
  expect((await created(id)).reporter).toMatchObject(english);
  expect(await known(ali.id)).toBeNull();
  await desk.note(desk.farid, id, { text: 'The lamp is ordered.', public: true });
  await desk.assign(desk.farid, id, desk.nadia.id);
  await desk.change(desk.farid, id, { status: 'Closed' });
  await desk.answer(ali, id, { answer: 'not-fixed', reason: 'Dust again.' });
  expect((await desk.events(id, 'NoteAdded'))[0].reporter).toMatchObject(english);
  expect((await desk.events(id, 'ReportAssigned'))[0].assignee).toMatchObject({ id: desk.nadia.id, language: 'en' });
  for (const { reporter } of await desk.events(id, 'StatusChanged')) expect(reporter).toMatchObject(english);
  const [answered] = await desk.events(id, 'ClosureAnswered');
  expect(answered).toMatchObject({ reporter: english, closedBy: { id: desk.farid.id, language: 'en' } });
  const later = await desk.reports.resident(desk.tehsil, { language: 'ur' });
  await desk.reports.pool.query('insert into people (id) values ($1)', [later.id]);
  expect((await created(await desk.submitted({}, later))).reporter?.language).toBe('ur');
});

test('what auth published counts more than a token, in every event for the reporter', async () => {
  const ali = await desk.reports.resident(desk.tehsil, { language: 'en' });
  const id = await desk.submitted({}, ali);
  await saved(ali.id, { language: 'ur', version: 2 });
  expect((await created(await desk.submitted({}, ali))).reporter?.language).toBe('ur');

  await desk.note(desk.farid, id, { text: 'The lamp is ordered.', public: true });
  expect((await desk.events(id, 'NoteAdded'))[0].reporter).toMatchObject({ id: ali.id, language: 'ur' });
  await desk.told(desk.farid.id, 'Farid Gul', { language: 'ur' });
  await desk.change(desk.farid, id, { status: 'Closed' });
  await desk.answer(ali, id, { answer: 'not-fixed', reason: 'Dust again.' });
  for (const { reporter } of await desk.events(id, 'StatusChanged'))
    expect(reporter).toMatchObject({ email: ali.email, language: 'ur' });
  const [answered] = await desk.events(id, 'ClosureAnswered');
  expect(answered).toMatchObject({ reporter: { id: ali.id, language: 'ur' }, closedBy: { language: 'ur' } });
  expect(await desk.events(id, 'StatusChanged')).toHaveLength(2);
});

test('a changed address gets the mails of earlier reports as well, and of supported ones', async () => {
  const [ali, sara] = [await desk.reports.resident(desk.tehsil), await desk.reports.resident(desk.tehsil)];
  const id = await desk.submitted({}, ali);
  expect((await desk.call(sara, `/reports/${id}/support`, { method: 'PUT' })).status).toBe(200);
  await saved(ali.id, { email: 'ali@new.example', version: 2 });
  await saved(sara.id, { email: 'sara@new.example', version: 2 });
  // A later profile says nothing of the address.
  await saved(ali.id, { version: 3 });
  await desk.change(desk.farid, id, { status: 'In Progress' });
  expect((await desk.events(id, 'StatusChanged'))[0].reporter).toMatchObject({ id: ali.id, email: 'ali@new.example' });
  expect((await desk.events(id, 'SupportersTold'))[0].to).toMatchObject([{ id: sara.id, email: 'sara@new.example' }]);
  // Their token is of before.
  expect((await created(await desk.submitted({}, ali))).reporter?.email).toBe('ali@new.example');
  await desk.erase(ali.id);
  await desk.change(desk.farid, id, { status: 'Dropped' });
  expect((await desk.events(id, 'StatusChanged')).at(-1).reporter).toBeNull();
});

test('a new address counts also if its event comes after that of a later profile; an earlier address no longer does', async () => {
  const ali = await desk.reports.resident(desk.tehsil);
  await saved(ali.id, { version: 4, language: 'ur' });
  await saved(ali.id, { email: 'new@ali.example', version: 3 });
  await saved(ali.id, { email: 'old@ali.example', version: 2 });
  expect((await created(await desk.submitted({}, ali))).reporter).toMatchObject({
    email: 'new@ali.example',
    language: 'ur',
  });
});

test('the event with the higher version counts, whichever comes last', async () => {
  const ali = await desk.reports.resident(desk.tehsil, { language: 'ur' });
  await saved(ali.id, { language: 'en', version: 4 });
  await saved(ali.id, { language: 'ur', version: 3 });
  expect(await known(ali.id)).toBe('en');

  const office = await desk.admin('Rabia Noor');
  await desk.told(office.id, 'Rabia Noor', { language: 'ur', version: 3 });
  await desk.told(office.id, 'Rabia Noor', { language: 'en', version: 2 });
  const { rows } = await desk.reports.pool.query('select language from administrators where id = $1', [office.id]);
  expect(rows).toEqual([{ language: 'ur' }]);
});

test('an erasure forgets it, and a token that is still valid does not bring it back', async () => {
  const ali = await desk.reports.resident(desk.tehsil, { language: 'ur' });
  const id = await desk.submitted({}, ali);
  await desk.erase(ali.id);
  expect(await known(ali.id)).toBeNull();
  await desk.change(desk.farid, id, { status: 'In Progress' });
  expect((await desk.events(id, 'StatusChanged'))[0].reporter).toBeNull();
  expect((await desk.submit(ali)).status).toBe(401);
  await saved(ali.id, { language: 'ur', version: 9 });
  expect(await known(ali.id)).toBeNull();
});
