import { request } from 'node:http';
import { issueNames } from '@tma/contracts';
import { afterAll, expect, test, vi } from 'vitest';
import { calls, form, startReports, type TestCaller } from '../testing/index.ts';
import { rowsOf } from './admin-reports.store.ts';
import { openDownload } from './download.ts';

const tehsil = 'Sahiwal';
const header =
  'reference,created,issue,status,schedule,due,overdue,location,description,reporter,contact,assignee,closed,closure,disputes,lat,long';

const reports = await startReports();
const api = calls(reports);
const [ali, admin] = [await reports.resident(tehsil), await reports.admin(tehsil)];
afterAll(() => reports.stop());

const download = (query = '', who = admin) => api.get(who, `/adminrequests.csv${query}`);
const linesOf = async (response: Response) => {
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(1, -2).split('\r\n');
};
/** So many rows of a tehsil, inserted a few thousand at once. Nobody looks for their words. */
async function insertMany(where: string, rows: number) {
  await reports.pool.query('alter table reports disable trigger note_missing_words');
  for (let made = 0; made < rows; made += 4000) {
    await reports.pool.query(
      `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, due, created_at,
         updated_at)
       select gen_random_uuid(), $1 || n, 'A', 'Trash', 'L', repeat('long ', 100), $1, 'Open', 'open', 'uploads/x.webp',
         current_date, now() - n * interval '1 minute', now() from generate_series($2::int, $3::int) as n`,
      [where, made + 1, Math.min(rows, made + 4000)],
    );
  }
}

test('one line a report, newest first, as spreadsheets and RFC 4180 have them', async () => {
  const first = await (await api.submit(ali, form({ location: 'Road 1, west', description: '=1+1' }))).json();
  const second = await (
    await api.submit(ali, form({ issue: issueNames[1], description: 'a "b"\r\nc', lat: '34.2', long: '72.0401' }))
  ).json();
  await api.change(admin, second.id, { status: 'Closed', schedule: '2026-03-05' });
  await reports.pool.query(
    `update reports set due = '2026-01-05', closed_at = '2026-03-06T07:08:09Z', assignee = $2 where id = $1`,
    [second.id, admin.id],
  );
  await reports.pool.query(`update reports set due = '2026-01-06' where id = $1`, [first.id]);
  await reports.pool.query(
    `insert into administrators (id, name, email, tehsil, language, version) values ($1, '@Sana Malik', 'x', $2, 'en', 1)`,
    [admin.id, tehsil],
  );
  const response = await download();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const day = reports.today();
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="reports-Sahiwal-${day}.csv"`);
  expect(response.headers.get('cache-control')).toContain('no-store');
  const [top, ...lines] = await linesOf(response);
  expect(top).toBe(header);
  expect(lines).toEqual([
    `${second.reference},${second.created_at},${issueNames[1]},Closed,2026-03-05,2026-01-05,false,Bazaar road 5,"a ""b""\nc",Ayesha Khan,0300 1234567,'@Sana Malik,2026-03-06T07:08:09.000Z,claimed,0,34.2,72.0401`,
    `${first.reference},${first.created_at},${issueNames[0]},Open,,2026-01-06,true,"Road 1, west",'=1+1,Ayesha Khan,0300 1234567,,,,0,,`,
  ]);
});

test('only reports of the filter, the issue type, the assignee and the search that are asked for', async () => {
  const count = async (query: string) => (await linesOf(await download(query))).length - 1;
  expect(await count('?filter=completed')).toBe(1);
  expect(await count('?filter=pending')).toBe(1);
  expect(await count('?q=west')).toBe(1);
  expect(await count('?q=road&filter=overdue')).toBe(1);
  expect(await count('?q=nowhere')).toBe(0);
  expect(await count(`?issue=${encodeURIComponent(String(issueNames[1]))}`)).toBe(1);
  expect(await count('?assignee=me')).toBe(1);
});

test.each([
  '?q=a',
  '?q=%3F%3F',
  '?filter=x',
  '?issue=x',
  '?assignee=x',
  '?assignee=01890000-0000-7000-8000-000000000000',
])('refuses %s before it begins', async (query) => {
  const response = await download(query);
  expect([400, 503]).toContain(response.status);
  expect(response.headers.get('content-type')).toContain('problem+json');
  expect(response.headers.get('content-disposition')).toBeNull();
});

test('is for administrators, of their own tehsil', async () => {
  expect((await api.get(null, '/adminrequests.csv')).status).toBe(401);
  expect((await api.get(ali, '/adminrequests.csv')).status).toBe(403);
  expect(await linesOf(await download('', await reports.admin('Okara')))).toEqual([header]);
});

test('a tehsil in another script, or with signs that a header may not have, names the file', async () => {
  const urdu = await download('', await reports.admin('ساہیوال'));
  expect(urdu.headers.get('content-disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent(`reports-ساہیوال-${reports.today()}.csv`)}`,
  );
  const odd = await download('', await reports.admin('a"b/../c'));
  expect(odd.headers.get('content-disposition')).not.toMatch(/filename="[^"]*\/|\.\.\//);
});

test('a HEAD request has no body and holds no connection', async () => {
  const response = await api.call(admin, '/adminrequests.csv', { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
  ]);
});

/** Begins a download and reads nothing of it. @returns what ends it */
const begin = (who: TestCaller) =>
  new Promise<{ status: number; end: () => void }>((resolve, reject) => {
    const call = request(`${reports.url}/adminrequests.csv`, { headers: { authorization: `Bearer ${who.token}` } });
    call.on('error', reject);
    call.on('response', (answer) => resolve({ status: answer.statusCode ?? 0, end: () => call.destroy() }));
    call.end();
  });
/** Transactions of others, whether a statement of theirs is under way or not. */
const cursors = async () =>
  (
    await reports.pool.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
         and xact_start is not null and pid <> pg_backend_pid()`,
    )
  ).rowCount;

test('one at a time for each administrator; a caller who disconnects leaves nothing behind', async () => {
  await insertMany('Large', 20_000);
  const [one, other] = [await reports.admin('Large'), await reports.admin('Large')];
  const open = await begin(one);
  expect(open.status).toBe(200);
  const refused = await download('', one);
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'download_under_way']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await linesOf(await download('', other))).toHaveLength(20_001);
  await expect.poll(cursors).toBe(1);
  open.end();
  await vi.waitFor(async () => expect(await cursors()).toBe(0), { timeout: 10_000 });
  expect(await linesOf(await download('', one))).toHaveLength(20_001);
});

test('a download is aborted when its reader takes nothing, or when it lasts too long', async () => {
  const rows = rowsOf({ tehsil: 'Large', conditions: {} });
  const wish = { adminId: 'somebody', rows, today: '2026-03-05' };
  for (const [patience, why] of [
    [{ stallMs: 50, mostMs: 60_000 }, 'nobody read'],
    [{ stallMs: 60_000, mostMs: 50 }, 'too long'],
  ] as const) {
    const file = await openDownload(reports.downloads, wish, patience);
    const failed = new Promise<Error>((resolve) => file.once('error', resolve));
    file.once('readable', () => file.read(1));
    expect((await failed).message).toContain(why);
    await vi.waitFor(async () => expect(await cursors()).toBe(0), { timeout: 10_000 });
  }
});

test('too many downloads are answered 429', async () => {
  const busy = await startReports({ RATE_LIMIT_DOWNLOADS: 2 });
  try {
    const who = await busy.admin(tehsil);
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      const response = await calls(busy).get(who, '/adminrequests.csv');
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await busy.stop();
  }
});
