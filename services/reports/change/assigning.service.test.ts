import { AdminReport, events } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

describe('assigning', () => {
  test('names the assignee in lists, history, counts and an event, and counts the version up', async () => {
    const id = await desk.submitted();
    const { mine } = await desk.counts(desk.nadia);
    const answer = await desk.assign(desk.farid, id, desk.nadia.id, { 'if-match': '"1"' });
    expect(answer.status).toBe(200);
    const row = AdminReport.strict().parse(await answer.json());
    expect(row).toMatchObject({ id, assignee: { id: desk.nadia.id, name: 'Nadia Mir' }, etag: '"2"' });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await desk.listed(desk.nadia, 'filter=mine'))[0]).toEqual(row);
    expect(await desk.counts(desk.nadia)).toMatchObject({ mine: mine + 1 });
    expect((await desk.history(desk.farid, id)).at(-1)).toMatchObject({
      kind: 'assigned',
      by: 'administration',
      name: 'Farid Gul',
      text: 'Nadia Mir',
    });
    expect((await desk.history(desk.ali, id)).map(({ kind }) => kind)).toEqual(['created']);
    const [event, ...more] = await desk.events(id, 'ReportAssigned');
    expect(events.ReportAssigned.data.parse(event)).toMatchObject({
      id,
      location: row.location,
      assignee: { id: desk.nadia.id, name: 'Nadia Mir', email: `${desk.nadia.id}@example.org` },
      by: { id: desk.farid.id, name: 'Farid Gul' },
    });
    expect(more).toEqual([]);
  });

  test('to the same person again changes nothing and sends no event; to nobody adds an entry without a name', async () => {
    const id = await desk.submitted();
    await desk.assign(desk.farid, id, desk.nadia.id);
    const again = await desk.assign(desk.farid, id, desk.nadia.id.toUpperCase());
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await (await desk.assign(desk.farid, id, null)).json()).toMatchObject({ assignee: null, etag: '"3"' });
    expect((await desk.assign(desk.farid, id, null)).headers.get('etag')).toBe('"3"');
    expect(await desk.events(id, 'ReportAssigned')).toHaveLength(2);
    expect((await desk.history(desk.farid, id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['created', null],
      ['assigned', 'Nadia Mir'],
      ['assigned', null],
    ]);
  });

  test('auth is asked once about an administrator who is not known from an event yet', async () => {
    const known = { name: 'Sana Rauf', email: 'sana@example.org', tehsil: desk.tehsil, language: 'en', version: 1 };
    const stranger = { id: uuid(), ...known };
    desk.auth.administrators.set(stranger.id, stranger);
    const asked = desk.auth.state.asked;
    const ids = [await desk.submitted(), await desk.submitted()];
    for (const id of ids)
      expect(await (await desk.assign(desk.farid, id, stranger.id)).json()).toMatchObject({
        assignee: { id: stranger.id, name: 'Sana Rauf' },
      });
    expect(desk.auth.state.asked).toBe(asked + 1);
  });

  test('while auth is down, an unknown administrator is answered 503, and a known one is assigned', async () => {
    const id = await desk.submitted();
    desk.auth.state.isAway = true;
    const answer = await desk.assign(desk.farid, id, uuid());
    desk.auth.state.isAway = false;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await desk.assign(desk.farid, id, desk.nadia.id)).status).toBe(200);
  });

  test('a wrong request is refused, and nothing is written', async () => {
    const id = await desk.submitted();
    const other = await desk.admin('Zara Baig', 'Okara');
    const status = async (answer: Promise<Response>) => (await answer).status;
    expect(await status(desk.assign(null, id, desk.nadia.id))).toBe(401);
    expect(await status(desk.assign(desk.ali, id, desk.nadia.id))).toBe(403);
    expect(await status(desk.assign(other, id, null))).toBe(404);
    expect(await status(desk.assign(desk.farid, '7', null))).toBe(404);
    expect(await status(desk.assign(desk.farid, uuid(), null))).toBe(404);
    for (const wrong of ['7', 5, '', undefined]) expect(await status(desk.assign(desk.farid, id, wrong))).toBe(400);
    for (const stranger of [other.id, uuid(), desk.ali.id, '11111111-1111-1111-1111-111111111111']) {
      const answer = await desk.assign(desk.farid, id, stranger);
      expect([answer.status, (await answer.json()).code]).toEqual([422, 'unknown_administrator']);
    }
    expect(await status(desk.assign(desk.farid, id, desk.nadia.id, { 'if-match': '"7"' }))).toBe(412);
    expect(await desk.history(desk.farid, id)).toHaveLength(1);
  });

  test('one of two at once with the same version succeeds', async () => {
    const id = await desk.submitted();
    const answers = await Promise.all(
      [desk.farid, desk.nadia].map((who) => desk.assign(who, id, who.id, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
