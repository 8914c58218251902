/** Deadlines and holidays as residents and administrators see them. */
import { issueNames } from '@tma/contracts';
import { startHttpServer } from '@tma/kit/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayIn } from '../report/due/working-days.ts';
import { calls, form, startReports, type TestCaller, type TestService } from '../testing/index.ts';

let reports: TestService;
let api: ReturnType<typeof rules>;
const names = ['Sahiwal', 'Okara'];
const auth = await startHttpServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(names.map((tehsil) => ({ tehsil }))));
});
let count = 0;
/** One of its own for each test. */
let tehsil: string;
let admin: TestCaller;
beforeAll(async () => {
  reports = await startReports({ AUTH_URL: auth.url, RATE_LIMIT_RULES: 60 });
  api = rules(reports);
});
afterAll(async () => {
  await reports?.stop();
  await auth.stop();
});
beforeEach(async () => {
  count += 1;
  tehsil = `Tehsil ${count}`;
  names.push(tehsil);
  admin = await reports.admin(tehsil);
});

function rules(service: TestService) {
  const { get, send } = calls(service);
  const put = (who: TestCaller | null, what: 'deadlines' | 'holidays', body: unknown) =>
    send(who, 'PUT', `/api/${what}`, body);
  return {
    get,
    put,
    deadlines: async (of: string) => {
      const list = await (await get(null, `/api/deadlines?tehsil=${encodeURIComponent(of)}`)).json();
      return new Map<string, number>(list.map(({ issue, days }: { issue: string; days: number }) => [issue, days]));
    },
    holidays: async (of: string, year?: number) =>
      (
        await get(null, `/api/holidays?tehsil=${encodeURIComponent(of)}${year === undefined ? '' : `&year=${year}`}`)
      ).json(),
  };
}

test('the deadlines that every tehsil begins with', async () => {
  const answer = await api.get(null, '/api/deadlines?tehsil=Sahiwal');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual([
    { issue: 'Trash : Road side dust', days: 2 },
    { issue: 'Trash : Street dust', days: 2 },
    { issue: 'Trash : Bin Replacement', days: 2 },
    { issue: 'Trash : Waste water Blockage', days: 1 },
    { issue: 'Water Supply Problem', days: 1 },
    { issue: 'Side Walk Repair', days: 10 },
    { issue: 'Traffic signals Issue', days: 1 },
    { issue: 'Street Lights Repair', days: 3 },
    { issue: 'Demolishing Certificate', days: 15 },
    { issue: 'Limit Certificate', days: 15 },
    { issue: 'Sanitation in Designated Area of TMA', days: 15 },
    { issue: 'Grant of Trade License for Small Business', days: 15 },
    { issue: 'Grant of NOC for Establishment of Fruits and Vegetable Markets', days: 15 },
  ]);
});

test('an administrator changes a deadline of their own tehsil, and no other', async () => {
  const answer = await api.put(admin, 'deadlines', { issue: 'Side Walk Repair', days: 20 });
  expect(answer.status).toBe(200);
  const list = await answer.json();
  expect(list).toHaveLength(13);
  expect(list).toContainEqual({ issue: 'Side Walk Repair', days: 20 });
  expect((await api.deadlines(tehsil)).get('Side Walk Repair')).toBe(20);
  expect((await api.deadlines('Sahiwal')).get('Side Walk Repair')).toBe(10);
});

test.each([
  [{ issue: 'Side Walk Repair', days: 0 }],
  [{ issue: 'Side Walk Repair', days: 366 }],
  [{ issue: 'Side Walk Repair', days: 1.5 }],
  [{ issue: 'Side Walk Repair', days: '3' }],
  [{ issue: 'Side Walk Repair' }],
  [{ issue: 'Something else', days: 3 }],
  [{ days: 3 }],
])('a deadline %j is 400', async (body) => {
  const answer = await api.put(admin, 'deadlines', body);
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_request']);
});

test.each([
  [{ day: '2026-02-30', name: 'A' }],
  [{ day: 'tomorrow', name: 'A' }],
  [{ day: '2026-03-05', name: '' }],
  [{ day: '2026-03-05', name: 'a'.repeat(81) }],
  [{ day: '2026-03-05' }],
  [{ name: 'A' }],
])('a holiday %j is 400', async (body) => {
  const answer = await api.put(admin, 'holidays', body);
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_request']);
});

test('deadlines of 1 and 365 are accepted', async () => {
  for (const days of [1, 365])
    expect((await api.put(admin, 'deadlines', { issue: 'Side Walk Repair', days })).status).toBe(200);
});

test('without a token 401, a resident 403', async () => {
  const ali = await reports.resident(tehsil);
  for (const [what, body] of [
    ['deadlines', { issue: 'Side Walk Repair', days: 3 }],
    ['holidays', { day: '2026-03-05', name: 'A' }],
  ] as const) {
    expect((await api.put(null, what, body)).status).toBe(401);
    expect((await api.put(ali, what, body)).status).toBe(403);
  }
});

test('holidays: of this year unless told otherwise, by day', async () => {
  const year = Number(dayIn('Asia/Karachi', new Date()).slice(0, 4));
  const list = await api.holidays(tehsil);
  expect(list).toEqual(await api.holidays(tehsil, year));
  expect(list.map(({ day }: { day: string }) => day)).toEqual(list.map(({ day }: { day: string }) => day).toSorted());
  expect(list).toContainEqual({ day: `${year}-02-05`, name: 'Kashmir Day', estimated: false });
  expect((await api.holidays(tehsil, year + 1)).some(({ estimated }: { estimated: boolean }) => estimated)).toBe(true);
});

test('an administrator adds a holiday, confirms an estimated one, removes one and restores it', async () => {
  const put = async (day: string, name: string | null) => {
    const answer = await api.put(admin, 'holidays', { day, name });
    expect(answer.status).toBe(200);
    const list = await answer.json();
    expect(list).toEqual(await api.holidays(tehsil, 2027));
    return list.filter((holiday: { day: string }) => holiday.day === day);
  };
  const before = await api.holidays(tehsil, 2027);
  expect(await put('2027-03-04', 'Election day')).toEqual([
    { day: '2027-03-04', name: 'Election day', estimated: false },
  ]);
  expect(await put('2027-03-04', null)).toEqual([]);
  expect(before).toContainEqual({ day: '2027-03-10', name: 'Eid ul-Fitr', estimated: true });
  expect(await put('2027-03-10', 'Eid ul-Fitr')).toEqual([
    { day: '2027-03-10', name: 'Eid ul-Fitr', estimated: false },
  ]);
  expect(await put('2027-03-10', null)).toEqual([]);
  expect(await put('2027-03-12', null)).toEqual([]);
  expect(await put('2027-03-12', 'Eid')).toEqual([{ day: '2027-03-12', name: 'Eid', estimated: false }]);
  expect(await put('2027-12-25', null)).toEqual([]);
  // Others have theirs.
  expect(await api.holidays('Sahiwal', 2027)).toEqual(before);
});

test('a tehsil has a thousand holidays of its own at most', async () => {
  await reports.pool.query(
    `insert into holidays (tehsil, day, name) select $1, date '2030-01-01' + n, 'Fair' from generate_series(1, 1000) n`,
    [tehsil],
  );
  const refused = await api.put(admin, 'holidays', { day: '2029-06-01', name: 'Fair' });
  expect([refused.status, (await refused.json()).code]).toEqual([422, 'too_many_holidays']);
  // One that is there already gets another name.
  expect((await api.put(admin, 'holidays', { day: '2030-01-02', name: 'Mela' })).status).toBe(200);
});

test.each(['/api/deadlines', '/api/holidays'])('%s of an unknown tehsil is 404, without one 400', async (path) => {
  const answer = await api.get(null, `${path}?tehsil=Nowhere`);
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found']);
  expect((await api.get(null, path)).status).toBe(400);
});

test.each(['', '1899', '10000', '2026.5', 'x'])('the year %j is 400', async (year) => {
  expect((await api.get(null, `/api/holidays?tehsil=Sahiwal&year=${year}`)).status).toBe(400);
});

test('a tehsil that was just added is known', async () => {
  expect((await api.get(null, '/api/deadlines?tehsil=Depalpur')).status).toBe(404);
  names.push('Depalpur');
  expect((await api.get(null, '/api/deadlines?tehsil=Depalpur')).status).toBe(200);
});

test('while auth is down, a tehsil with reports is known, and another one is answered 503', async () => {
  const alone = await startReports();
  try {
    const { submit, get } = calls(alone);
    await submit(await alone.resident('Renala'));
    expect((await get(null, '/api/deadlines?tehsil=Renala')).status).toBe(200);
    const unknown = await get(null, '/api/deadlines?tehsil=Sahiwal');
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '1']);
  } finally {
    await alone.stop();
  }
});

test('a report is due so many working days after the day it came in', async () => {
  const ali = await reports.resident(tehsil);
  const { submit } = calls(reports);
  const submitted = async (issue: string) => (await (await submit(ali, form({ issue }))).json()) as { due: string };
  await api.put(admin, 'deadlines', { issue: String(issueNames[5]), days: 1 });
  const { due } = await submitted(String(issueNames[5]));
  const today = dayIn('Asia/Karachi', new Date());
  expect(due > today).toBe(true);
  // That day becomes a holiday.
  await api.put(admin, 'holidays', { day: due, name: 'Election day' });
  const later = await submitted(String(issueNames[5]));
  expect(later.due > due).toBe(true);
  const { rows } = await reports.pool.query('select distinct due::text from reports where tehsil = $1', [tehsil]);
  expect(rows).toEqual([{ due: later.due }]);
});

test('setting a rule to what it is writes nothing', async () => {
  const written = async () =>
    (
      await reports.pool.query(
        `select (select json_agg(deadlines) from deadlines) as deadlines, (select json_agg(holidays) from holidays) as holidays,
           (select json_agg(xmin::text) from deadlines) as of, (select json_agg(xmin::text) from holidays) as also`,
      )
    ).rows;
  const wishes = [
    ['deadlines', { issue: 'Side Walk Repair', days: 10 }],
    ['deadlines', { issue: 'Street Lights Repair', days: 4 }],
    ['holidays', { day: '2027-02-05', name: 'Kashmir Day' }],
    ['holidays', { day: '2027-03-04', name: null }],
    ['holidays', { day: '2027-03-05', name: 'Election day' }],
  ] as const;
  await api.put(admin, 'deadlines', { issue: 'Street Lights Repair', days: 4 });
  await api.put(admin, 'holidays', { day: '2027-03-05', name: 'Election day' });
  const before = await written();
  for (const [what, body] of wishes) expect((await api.put(admin, what, body)).status).toBe(200);
  expect(await written()).toEqual(before);
});

test('changes of rules by one administrator are limited per day, those of others are not affected', async () => {
  const changes = [
    (who: TestCaller) => api.put(who, 'holidays', { day: '2027-03-05', name: 'Election day' }),
    (who: TestCaller) => api.put(who, 'deadlines', { issue: 'Street Lights Repair', days: 4 }),
  ];
  for (let done = 0; done < 30; done += 1) for (const change of changes) expect((await change(admin)).status).toBe(200);
  const other = await reports.admin(tehsil);
  for (const change of changes) {
    const refused = await change(admin);
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    expect((await change(other)).status).toBe(200);
  }
});

test('reads of deadlines and holidays are limited per hour and network, known tehsils or not; other networks are not affected', async () => {
  const small = await startReports({ AUTH_URL: reports.config.AUTH_URL, RATE_LIMIT_FIGURES: 4 });
  try {
    const read = async (path: string, network: string) => {
      const headers = { 'x-forwarded-for': `${network}::${Math.random().toString(16).slice(2, 6)}` };
      const answer = await fetch(`${small.url}/api/${path}`, { headers });
      return [answer.status, answer.headers.get('retry-after') !== null];
    };
    const paths = ['deadlines?tehsil=Okara', 'holidays?tehsil=Okara'];
    const unknown = ['deadlines?tehsil=Nowhere', 'holidays?tehsil=Nowhere'];
    const [here, there] = ['2001:db8:1:2', '2001:db8:1:3'];
    for (const path of paths) expect(await read(path, here)).toEqual([200, false]);
    for (const path of unknown) expect(await read(path, here)).toEqual([404, false]);
    for (const path of [...paths, ...unknown]) expect(await read(path, here)).toEqual([429, true]);
    for (const path of paths) expect(await read(path, there)).toEqual([200, false]);
  } finally {
    await small.stop();
  }
});
