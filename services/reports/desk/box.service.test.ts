import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const sent: string[] = [];
for (const place of [{ lat: '34.198765', long: '72.040124' }, { lat: '34.3', long: '72.1' }, {}])
  sent.push(await desk.submitted({ ...place, location: 'Canal Road' }));

const paths = { office: '/adminrequests', others: '/rest/v1/requests' };
/** Which of the reports are on a part of the map, newest first, by their place in `sent`. */
async function on(who: TestCaller, path: string, bbox: string, more = '') {
  const answer = await desk.get(who, `${path}?bbox=${bbox}${more}`);
  expect([answer.status, answer.headers.get('link')]).toEqual([200, null]);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => sent.indexOf(id));
}

describe.each(['office', 'others'] as const)('for the %s', (side) => {
  const who = () => (side === 'office' ? desk.farid : desk.ali);
  test('reports with a point within are listed, newest first, edges included, whatever page is asked for', async () => {
    expect(await on(who(), paths[side], '72,34,73,35')).toEqual([1, 0]);
    expect(await on(who(), paths[side], '72,34,73,35', '&limit=1')).toEqual([1, 0]);
    expect(await on(who(), paths[side], '72.1,34.3,72.1,34.3')).toEqual([1]);
    expect(await on(who(), paths[side], '0.0000012345678901234567,34,73,35')).toEqual([1, 0]);
    expect(await on(who(), paths[side], '-180,-90,180,34.25')).toEqual([0]);
    expect(await on(who(), paths[side], '72,34,73,35', side === 'office' ? '&q=canal' : '&status=eq.Open')).toEqual([
      1, 0,
    ]);
    expect(
      await on(who(), paths[side], '72,34,73,35', side === 'office' ? '&filter=dropped' : '&status=eq.Closed'),
    ).toEqual([]);
  });

  test('an unchanged list is answered 304', async () => {
    const path = `${paths[side]}?bbox=72,34,73,35`;
    const etag = (await desk.get(who(), path)).headers.get('etag') ?? '';
    const again = (box: string) =>
      desk
        .call(who(), `${paths[side]}?bbox=${box}`, { headers: { 'if-none-match': etag } })
        .then(({ status }) => status);
    expect([await again('72,34,73,35'), await again('72,34,73,34.25')]).toEqual([304, 200]);
  });

  test.each(['72,34,73', '73,34,72,35', '72,35,73,34', '72,34,73,35,1', '7e1,34,73,35', ' 72,34,73,35', 'a,b,c,d', ''])(
    '"%s" is refused',
    async (bbox) => {
      expect((await desk.get(who(), `${paths[side]}?bbox=${encodeURIComponent(bbox)}`)).status).toBe(400);
    },
  );
});

test('others find a report by its rounded point alone, the office by the exact one', async () => {
  const [whole, rounded] = ['72.040124,34.198765,72.040124,34.198765', '72.0401,34.1988,72.0401,34.1988'];
  expect([await on(desk.farid, paths.office, whole), await on(desk.farid, paths.office, rounded)]).toEqual([[0], []]);
  expect([await on(desk.ali, paths.others, whole), await on(desk.ali, paths.others, rounded)]).toEqual([[], [0]]);
});

test('a rounded point on an edge is inside, also where binary fractions are inexact', async () => {
  const id = await desk.submitted({ lat: '2.88705', long: '5.2' });
  const rows = await (await desk.get(desk.ali, `${paths.others}?bbox=5,2.8871,6,3`)).json();
  expect(rows).toMatchObject([{ id, lat: 2.88705 }]);
});

test('the newest thousand reports are listed at most', async () => {
  await desk.reports.pool.query(
    `insert into reports (id, reference, reporter_name, issue, location, lat, long, description, tehsil, status, phase, created_at,
       updated_at, due)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'TMA-B' || lpad(n::text, 7, '0'), 'A', 'Side Walk Repair', 'L',
       10, 10, 'D', $1, 'Open', 'open', now() + n * interval '1 s', now(), current_date
     from generate_series(1, 1001) as n`,
    [desk.tehsil],
  );
  for (const [who, path] of [
    [desk.farid, paths.office],
    [desk.ali, paths.others],
  ] as const) {
    const rows: { reference: string }[] = await (await desk.get(who, `${path}?bbox=10,10,10,10&limit=5`)).json();
    const ends = [rows[0]?.reference, rows.at(-1)?.reference];
    expect([path, rows.length, ...ends]).toEqual([path, 1000, 'TMA-B0001001', 'TMA-B0000002']);
  }
});
