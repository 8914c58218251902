import { AdminReport, events, HistoryEntry } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from './events.ts';
import { startAuth } from './testing/auth-server.ts';
import { calls, form, startReports, type TestCaller, type TestService } from './testing/index.ts';

const tehsil = 'Sahiwal';
let auth: Awaited<ReturnType<typeof startAuth>>;
let reports: TestService;
let api: ReturnType<typeof calls>;
let farid: TestCaller;
let nadia: TestCaller;
let ali: TestCaller;
beforeAll(async () => {
  auth = await startAuth();
  reports = await startReports({ AUTH_URL: auth.url });
  api = calls(reports);
  [farid, nadia, ali] = [await admin('Farid Gul'), await admin('Nadia Mir'), await reports.resident(tehsil)];
});
afterAll(async () => {
  await reports?.stop();
  await auth?.stop();
});

interface Told {
  tehsil?: string;
  disabled?: boolean;
  time?: string;
}
/** What auth says of an administrator by event. */
const told = (id: string, name: string, { time = new Date().toISOString(), ...said }: Told = {}) =>
  transaction(reports.pool, async (tx) => {
    const data = { id, name, email: `${id}@example.org`, tehsil, ...said };
    await handlers().AdministratorSaved?.(data, tx, { id: uuid(), type: 'AdministratorSaved', time });
  });
async function admin(name: string, of = tehsil): Promise<TestCaller> {
  const caller = await reports.admin(of);
  await told(caller.id, name, { tehsil: of });
  return caller;
}

const send = (who: TestCaller | null, method: string, path: string, body: unknown, headers = {}) =>
  api.call(who, path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const assign = (who: TestCaller | null, id: string, assignee: unknown, headers = {}) =>
  send(who, 'PUT', `/reports/${id}/assignee`, { assignee }, headers);
const submitted = async (changes = {}) => (await (await api.submit(ali, form(changes))).json()).id as string;
const eventsOf = async (id: string, type: string) =>
  (
    await reports.pool.query(
      `select payload::json -> 'data' as data from outbox where key = $1 and payload::json ->> 'type' = $2 order by position`,
      [id, type],
    )
  ).rows.map(({ data }) => data);
const history = async (who: TestCaller, id: string) =>
  z.array(HistoryEntry).parse(await (await api.get(who, `/reports/${id}/history`)).json());
const counts = async (who: TestCaller) => (await api.get(who, '/adminrequests/counts')).json();
const listed = async (who: TestCaller, query: string) => {
  const response = await api.get(who, `/adminrequests?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return z.array(AdminReport.strict()).parse(await response.json());
};

describe('assigning', () => {
  test('names the assignee in lists, history, counts and an event, and counts the version up', async () => {
    const id = await submitted();
    const { mine } = await counts(nadia);
    const answer = await assign(farid, id, nadia.id, { 'if-match': '"1"' });
    expect(answer.status).toBe(200);
    const row = AdminReport.strict().parse(await answer.json());
    expect(row).toMatchObject({ id, assignee: { id: nadia.id, name: 'Nadia Mir' }, etag: '"2"' });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await listed(nadia, 'filter=mine'))[0]).toEqual(row);
    expect(await counts(nadia)).toMatchObject({ mine: mine + 1 });
    expect((await history(farid, id)).at(-1)).toMatchObject({
      kind: 'assigned',
      by: 'administration',
      name: 'Farid Gul',
      text: 'Nadia Mir',
    });
    expect((await history(ali, id)).map(({ kind }) => kind)).toEqual(['created']);
    const [event, ...more] = await eventsOf(id, 'ReportAssigned');
    expect(events.ReportAssigned.data.parse(event)).toMatchObject({
      id,
      location: row.location,
      assignee: { id: nadia.id, name: 'Nadia Mir', email: `${nadia.id}@example.org` },
      by: { id: farid.id, name: 'Farid Gul' },
    });
    expect(more).toEqual([]);
  });

  test('to the same person again changes nothing and tells nobody; to nobody is an entry without a name', async () => {
    const id = await submitted();
    await assign(farid, id, nadia.id);
    const again = await assign(farid, id, nadia.id.toUpperCase());
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await (await assign(farid, id, null)).json()).toMatchObject({ assignee: null, etag: '"3"' });
    expect((await assign(farid, id, null)).headers.get('etag')).toBe('"3"');
    expect(await eventsOf(id, 'ReportAssigned')).toHaveLength(2);
    expect((await history(farid, id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['created', null],
      ['assigned', 'Nadia Mir'],
      ['assigned', null],
    ]);
  });

  test('one whom no event has told of is asked of auth, once', async () => {
    const stranger = { id: uuid(), name: 'Sana Rauf', email: 'sana@example.org', tehsil };
    auth.administrators.set(stranger.id, stranger);
    const asked = auth.state.asked;
    const ids = [await submitted(), await submitted()];
    for (const id of ids)
      expect(await (await assign(farid, id, stranger.id)).json()).toMatchObject({
        assignee: { id: stranger.id, name: 'Sana Rauf' },
      });
    expect(auth.state.asked).toBe(asked + 1);
  });

  test('while auth is away, nobody knows: 503; those who are known are assigned', async () => {
    const id = await submitted();
    auth.state.isAway = true;
    const answer = await assign(farid, id, uuid());
    auth.state.isAway = false;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await assign(farid, id, nadia.id)).status).toBe(200);
  });

  test('what is wrong is refused, and nothing is written', async () => {
    const id = await submitted();
    const other = await admin('Zara Baig', 'Okara');
    const status = async (answer: Promise<Response>) => (await answer).status;
    expect(await status(assign(null, id, nadia.id))).toBe(401);
    expect(await status(assign(ali, id, nadia.id))).toBe(403);
    expect(await status(assign(other, id, null))).toBe(404);
    expect(await status(assign(farid, '7', null))).toBe(404);
    expect(await status(assign(farid, uuid(), null))).toBe(404);
    for (const wrong of ['7', 5, '', undefined]) expect(await status(assign(farid, id, wrong))).toBe(400);
    for (const stranger of [other.id, uuid(), ali.id]) {
      const answer = await assign(farid, id, stranger);
      expect([answer.status, (await answer.json()).code]).toEqual([422, 'unknown_administrator']);
    }
    expect(await status(assign(farid, id, nadia.id, { 'if-match': '"7"' }))).toBe(412);
    expect(await history(farid, id)).toHaveLength(1);
  });

  test('of two at once with the same version one wins', async () => {
    const id = await submitted();
    const answers = await Promise.all([farid, nadia].map((who) => assign(who, id, who.id, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
