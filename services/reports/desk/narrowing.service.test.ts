import { adminFilters, issueNames, statuses } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, startDesk } from '../testing/desk.ts';
import { readAdminPage, readAdminStamp } from './admin-reports.store.ts';

type Row = Awaited<ReturnType<Desk['listed']>>[number];
const issues = issueNames.slice(0, 3);
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const desk = await startDesk();
let rows: Row[];
beforeAll(async () => {
  for (let made = 0; made < 48; made += 1) {
    const schedule = made % 7 === 0 ? dayFromNow(9) : undefined;
    const id = await desk.submitted({ issue: issues[made % 3], ...(schedule && { schedule }) });
    await desk.setDue(id, dayFromNow([-5, 5][made % 5] ?? 30));
    if (made % 4) await desk.assign(desk.farid, id, made % 2 ? desk.farid.id : desk.nadia.id);
    await desk.change(desk.farid, id, { status: statuses[(made * 7) % 4]?.name });
    if (made % 11 === 0) {
      await desk.change(desk.farid, id, { status: 'Closed' });
      await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'No.' });
    }
  }
  rows = await desk.listed(desk.farid, 'limit=200');
}, 60_000);
afterAll(() => desk.stop());

const open = ['Open', 'In Progress'];
/** What each filter means, said a second time. */
const meaning: Record<string, (row: Row) => boolean> = {
  all: () => true,
  completed: ({ status }) => status === 'Closed',
  pending: ({ status }) => status === 'Open',
  dropped: ({ status }) => status === 'Dropped',
  scheduled: ({ status, schedule }) => status === 'Open' && schedule !== null,
  'not-scheduled': ({ status, schedule }) => status === 'Open' && schedule === null,
  today: () => false,
  overdue: ({ status, due }) => open.includes(status) && due !== null && due < dayFromNow(-1),
  disputed: ({ status, disputes }) => open.includes(status) && disputes > 0,
  mine: ({ status, assignee }) => open.includes(status) && assignee?.id === desk.farid.id,
};
/** @returns ids of all pages, by following the links */
async function paged(query: string): Promise<string[]> {
  const ids: string[] = [];
  let path: string | null = `/adminrequests?limit=4&${query}`;
  while (path !== null) {
    const response = await desk.get(desk.farid, path);
    ids.push(...(await response.json()).map(({ id }: Row) => id));
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    path = next ? next.slice('http://portal.test'.length) : null;
  }
  return ids;
}

describe.each(adminFilters.map(({ name }) => name))('filter %s', (filter) => {
  test.each([undefined, ...issues, issueNames[5]])('of %s, whoever it is assigned to', async (issue) => {
    for (const assignee of [undefined, 'me', 'none', desk.nadia.id]) {
      const expected = rows
        .filter((row) => meaning[filter]?.(row))
        .filter((row) => issue === undefined || row.issue === issue)
        .filter(({ assignee: of }) => {
          if (assignee === undefined) return true;
          if (assignee === 'none') return of === null;
          return of?.id === (assignee === 'me' ? desk.farid.id : assignee);
        });
      const query = new URLSearchParams({ filter, ...(issue && { issue }), ...(assignee && { assignee }) });
      expect(await desk.listed(desk.farid, `${query}`)).toEqual(expected);
      expect(await paged(`${query}`)).toEqual(expected.map(({ id }) => id));
    }
  });

  test('is counted', async () => {
    expect((await desk.counts(desk.farid))[filter]).toBe(rows.filter((row) => meaning[filter]?.(row)).length);
  });
});

test('each row says whether it is overdue', () => {
  expect(rows.filter(({ overdue }) => overdue)).toEqual(rows.filter((row) => meaning.overdue?.(row)));
  expect(rows.filter(({ overdue }) => overdue).length).toBeGreaterThan(2);
});

test('an assignee of another tehsil, or none at all, and an unknown issue are refused', async () => {
  const other = await desk.admin('Zara Baig', 'Okara');
  const status = async (query: string) => (await desk.get(desk.farid, `/adminrequests?${query}`)).status;
  for (const assignee of [other.id, uuid(), 'you', '']) expect(await status(`assignee=${assignee}`)).toBe(400);
  expect(await status('issue=Nothing')).toBe(400);
  desk.auth.state.isAway = true;
  expect(await status(`assignee=${uuid()}`)).toBe(503);
  expect(await status(`assignee=${desk.nadia.id}`)).toBe(200);
  desk.auth.state.isAway = false;
});

test('the ETag of a list depends on the day: a 304 does not hide what is overdue since midnight', async () => {
  const asked = (today: string) => ({ tehsil: desk.tehsil, today, conditions: {}, limit: 50 });
  const { stamp } = await readAdminPage(desk.reports.pool, asked('2026-03-05'));
  expect(await readAdminStamp(desk.reports.pool, asked('2026-03-05'))).toMatchObject({ stamp });
  expect(await readAdminStamp(desk.reports.pool, asked('2026-03-06'))).not.toMatchObject({ stamp });
});
