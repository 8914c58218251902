import { issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { startReports } from '../testing/index.ts';

const reports = await startReports({ RATE_LIMIT_FIGURES: 30 });
afterAll(() => reports.stop());

let callers = 0;
const newNetwork = () => {
  callers += 1;
  return `203.0.113.${callers}`;
};
/** @param ip of the caller, as the gateway says it; another one each time unless told */
const ask = (query: Record<string, string>, ip = newNetwork()) =>
  fetch(`${reports.url}/api/figures?${new URLSearchParams(query)}`, { headers: { 'x-forwarded-for': ip } });
const figures = async (query: Record<string, string>) => (await ask(query)).json();

interface Report {
  tehsil: string;
  issue?: string;
  /** Moments, RFC 3339. */
  came: string;
  closed?: string;
  due: string;
}

/** A report as it lies in the tables. */
async function insert({ tehsil, issue = issueNames[0] ?? '', came, closed, due }: Report): Promise<void> {
  const id = uuid();
  await reports.pool.query(
    `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, created_at,
       updated_at, due)
     values ($1::uuid, $1::uuid::text, 'A B', $2, 'L', 'D', $3, 'Open', 'open', 'uploads/a.webp', $4, $4, $5)`,
    [id, issue, tehsil, came, due],
  );
  if (!closed) return;
  const change = `update reports set status = 'Closed', phase = 'ended', closed_at = $2, updated_at = $2 where id = $1`;
  await reports.pool.query(change, [id, closed]);
}

test('weeks begin on Monday in the time zone of the portal, all of them are there, and days outside count nothing', async () => {
  const tehsil = 'Mardan';
  // In Karachi, five hours ahead, it is Monday, November 2 already.
  await insert({ tehsil, came: '2026-11-01T19:30:00Z', closed: '2026-11-04T10:00:00Z', due: '2026-11-04' });
  await insert({ tehsil, came: '2026-11-01T18:30:00Z', closed: '2026-11-09T19:00:00Z', due: '2026-11-04' });
  await insert({ tehsil, came: '2026-11-18T10:00:00Z', due: '2026-11-19' });
  const all = await figures({ tehsil, from: '2026-10-26', to: '2026-11-22' });
  expect(all).toMatchObject({ tehsil, from: '2026-10-26', to: '2026-11-22' });
  expect(all.weeks).toEqual([
    { week: '2026-10-26', reported: 1, closed: 0, disputed: 0 },
    { week: '2026-11-02', reported: 1, closed: 1, disputed: 0 },
    { week: '2026-11-09', reported: 0, closed: 1, disputed: 0 },
    { week: '2026-11-16', reported: 1, closed: 0, disputed: 0 },
  ]);
  expect(all.issues.map(({ issue }: { issue: string }) => issue)).toEqual(issueNames);
  // Two and nine days; the second came on Sunday and was closed after its due day.
  expect(all.issues[0]).toMatchObject({ open: 1, closed: 2, medianDays: 5.5, withinDeadline: 0.5 });
  expect(all.issues[1]).toEqual({
    issue: issueNames[1],
    open: 0,
    overdue: 0,
    closed: 0,
    medianDays: null,
    withinDeadline: null,
  });
  const within = await figures({ tehsil, from: '2026-11-03', to: '2026-11-09' });
  expect(within.weeks).toEqual([
    { week: '2026-11-02', reported: 0, closed: 1, disputed: 0 },
    { week: '2026-11-09', reported: 0, closed: 0, disputed: 0 },
  ]);
  expect(within.issues[0]).toMatchObject({ open: 1, closed: 1, medianDays: 2, withinDeadline: 1 });
});

test('a report is overdue from the day after its due day', async () => {
  const tehsil = 'Swabi';
  const day = (days: number) => new Date(Date.now() + 5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const came = new Date(Date.now() - 86_400_000).toISOString();
  await insert({ tehsil, came, due: day(-1) });
  await insert({ tehsil, came, due: day(0) });
  await insert({ tehsil, came, closed: new Date().toISOString(), due: day(-1) });
  expect((await figures({ tehsil })).issues[0]).toMatchObject({ open: 2, overdue: 1, closed: 1, withinDeadline: 0 });
});

test('a wrong query is refused, naming the field', async () => {
  const wrong: [Record<string, string>, string][] = [
    [{}, 'tehsil'],
    [{ tehsil: '' }, 'tehsil'],
    [{ tehsil: 'Mardan', from: '2026-02-30' }, 'from'],
    [{ tehsil: 'Mardan', to: 'today' }, 'to'],
    [{ tehsil: 'Mardan', to: '9999-12-31' }, 'to'],
    [{ tehsil: 'Mardan', from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ tehsil: 'Mardan', from: '2024-02-01', to: '2026-02-02' }, 'from'],
  ];
  for (const [query, path] of wrong) {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ path }] });
  }
});

test('an answer may be cached for a minute, and calls are limited per hour and network', async () => {
  const [ip, tehsil] = ['198.51.100.7', 'Takht Bhai'];
  await insert({ tehsil, came: '2026-02-02T08:00:00Z', due: '2026-02-09' });
  for (let asked = 0; asked < 30; asked += 1) {
    const answer = await ask({ tehsil }, ip);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  }
  const refused = await ask({ tehsil }, ip);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await ask({ tehsil })).status).toBe(200);
});
