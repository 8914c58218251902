import { events, issueNames, RequestRow } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk({ RATE_LIMIT_SUPPORTS: 10 });
afterAll(() => desk.stop());

const call = (method: string, who: TestCaller, id: string) => desk.call(who, `/reports/${id}/support`, { method });
const support = (who: TestCaller, id: string) => call('PUT', who, id);
const end = (who: TestCaller, id: string) => call('DELETE', who, id);
const neighbour = () => desk.reports.resident(desk.tehsil);
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];
const supportsOf = async (id: string) => (await (await desk.get(desk.farid, `/reports/${id}`)).json()).supports;
const supported = async (who: TestCaller, query = '') => {
  const answer = await desk.get(who, `/api/supported${query}`);
  return { rows: z.array(RequestRow).parse(await answer.json()), link: answer.headers.get('link') };
};

describe('a resident of the tehsil', () => {
  test('supports a report once, however often they ask, by its id or reference, and ends the support', async () => {
    const [id, sana] = [await desk.submitted(), await neighbour()];
    const { reference, etag } = await (await desk.get(desk.farid, `/reports/${id}`)).json();
    for (const name of [id, reference, reference.toLowerCase()]) {
      const answer = await support(sana, name);
      expect([answer.status, await answer.json()]).toEqual([200, { supports: 1, supported: true }]);
    }
    // Nobody's change of the report is refused for it.
    expect(await (await desk.get(desk.farid, `/reports/${id}`)).json()).toMatchObject({ supports: 1, etag });
    const { rows } = await supported(sana);
    expect(rows).toMatchObject([{ id, supports: 1, user_id: null }]);
    expect((await supported(desk.ali)).rows).toEqual([]);
    expect((await end(sana, id)).status).toBe(204);
    expect((await end(sana, id)).status).toBe(204);
    expect(await supportsOf(id)).toBe(0);
    const sent = z.array(events.ReportSupported.data).parse(await desk.events(id, 'ReportSupported'));
    expect(sent.map((event) => [event.userId, event.supported, event.supports])).toEqual([
      [sana.id, true, 1],
      [sana.id, false, 0],
    ]);
  });

  test('a list that was read before shows it, though no version changed', async () => {
    const [id, sana] = [await desk.submitted(), await neighbour()];
    const lists = ['/adminrequests?limit=5', `/reports/${id}`];
    const before = await Promise.all(lists.map((path) => desk.get(desk.farid, path)));
    const etags = before.map(({ headers }) => headers.get('etag') ?? '');
    await support(sana, id);
    for (const [index, path] of lists.entries()) {
      const answer = await desk.get(desk.farid, path, { 'if-none-match': etags[index] ?? '' });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    await end(sana, id);
    expect((await desk.get(desk.farid, `/reports/${id}`, { 'if-none-match': etags[1] ?? '' })).status).toBe(200);
  });

  test('cannot support their own report, certificates, or one that has ended, is hidden, unknown or of another tehsil', async () => {
    const [own, sana] = [await desk.submitted(), await neighbour()];
    expect(await codeOf(await support(desk.ali, own))).toEqual([409, 'own_report']);
    const paper = await desk.submitted({ issue: issueNames.at(-1) });
    expect(await codeOf(await support(sana, paper))).toEqual([422, 'not_supported']);
    const closed = await desk.submitted();
    await desk.change(desk.farid, closed, { status: 'Dropped' });
    expect(await codeOf(await support(sana, closed))).toEqual([409, 'not_open']);
    expect((await end(sana, closed)).status).toBe(204);
    const hidden = await desk.submitted();
    await desk.reports.pool.query('update reports set hidden = true where id = $1', [hidden]);
    const elsewhere = await desk.reports.resident('Elsewhere');
    for (const [who, id] of [
      [sana, hidden],
      [elsewhere, own],
      [sana, 'TMA-00000000'],
      [sana, '%00'],
      [sana, sana.id],
    ] as const) {
      expect(await codeOf(await support(who, id))).toEqual([404, 'not_found']);
      expect((await end(who, id)).status).toBe(404);
    }
    expect((await support(desk.farid, own)).status).toBe(403);
  });

  test('who supports it already, or is refused, waits for nobody who changes the report', async () => {
    const [id, sana, omar] = [await desk.submitted(), await neighbour(), await neighbour()];
    await support(sana, id);
    const changing = await desk.reports.pool.connect();
    await changing.query('begin');
    await changing.query('select from reports where id = $1 for no key update', [id]);
    const answers = await Promise.all([support(sana, id), support(desk.ali, id), end(omar, id)]);
    await changing.query('commit');
    changing.release();
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 204]);
    // A refusal writes nothing of the person.
    await support(omar, sana.id);
    expect((await support(omar, await desk.submitted({ issue: issueNames.at(-1) }))).status).toBe(422);
    expect((await desk.reports.pool.query('select from people where id = $1', [omar.id])).rowCount).toBe(0);
  });

  test('can support a limited number of reports a day; what was refused, or is supported already, does not count', async () => {
    const sana = await neighbour();
    const first = await desk.submitted();
    for (let time = 0; time < 12; time += 1) await support(sana, first);
    for (let time = 0; time < 12; time += 1) await support(sana, sana.id);
    for (let time = 1; time < 10; time += 1) expect((await support(sana, await desk.submitted())).status).toBe(200);
    const answer = await support(sana, await desk.submitted());
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true]);
    expect((await support(sana, first)).status).toBe(200);
  });

  test('sees what they support in pages, newest first, without what is hidden', async () => {
    const sana = await neighbour();
    const ids = [await desk.submitted(), await desk.submitted(), await desk.submitted(), await desk.submitted()];
    for (const id of ids.toReversed()) await support(sana, id);
    await desk.reports.pool.query('update reports set hidden = true where id = $1', [ids[1]]);
    const first = await supported(sana, '?limit=2');
    expect(first.rows.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
    expect(first.link).toContain(`before=${ids[2]}>; rel="next"`);
    const second = await supported(sana, `?limit=2&before=${ids[2]}`);
    expect([second.rows.map(({ id }) => id), second.link]).toEqual([[ids[0]], null]);
  });
});

test('a hundred calls of fifty people at once count once for each, and an erasure deletes the support', async () => {
  const id = await desk.submitted();
  const people = await Promise.all(Array.from({ length: 50 }, neighbour));
  const twice = [...people, ...people];
  const answers = await Promise.all(twice.map((who) => support(who, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const scan = async () =>
    (await desk.reports.pool.query('select count(*)::int as all from supports where report_id = $1', [id])).rows[0]
      ?.all;
  expect([await supportsOf(id), await scan()]).toEqual([50, 50]);
  const [gone, ...others] = people;
  if (!gone) throw new Error('nobody');
  await Promise.all([desk.erase(gone.id), ...others.slice(0, 20).map((who) => end(who, id))]);
  expect([await supportsOf(id), await scan()]).toEqual([29, 29]);
  // A token that is still valid brings nobody back.
  expect((await support(gone, id)).status).toBe(401);
});

test('the most supported come first, then the newest', async () => {
  const tehsil = 'Popular';
  const office = await desk.admin('Omar Shah', tehsil);
  const [ali, ...people] = await Promise.all(Array.from({ length: 4 }, () => desk.reports.resident(tehsil)));
  if (!ali) throw new Error('nobody');
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) ids.push(await desk.submitted({}, ali));
  for (const who of people) await support(who, ids[1] ?? '');
  await support(people[0] ?? ali, ids[0] ?? '');
  const list = async (query: string) => {
    const answer = await desk.get(office, `/adminrequests?order=supports&${query}`);
    const rows = (await answer.json()) as { id: string }[];
    return { ids: rows.map((row) => row.id), link: answer.headers.get('link') };
  };
  const sorted = [ids[1], ids[0], ids[3], ids[2]];
  for (const query of [
    '',
    'limit=1',
    `before=${ids[1]}`,
    'filter=pending',
    'q=dust',
    'assignee=none&filter=overdue&q=ba',
  ])
    expect([query, await list(query)]).toEqual([query, { ids: query.includes('overdue') ? [] : sorted, link: null }]);
  expect((await desk.get(office, '/adminrequests?order=age')).status).toBe(400);
});
