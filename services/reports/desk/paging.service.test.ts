import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { timeOfId } from '../report/reports.store.ts';
import { calls, form, startReports, type TestCaller } from '../testing/index.ts';

const reports = await startReports();
const api = calls(reports);
afterAll(() => reports.stop());
afterEach(() => {
  vi.useRealTimers();
});

const submitted = async (who: TestCaller, changes = {}) =>
  (await (await api.submit(who, form(changes))).json()).id as string;

describe('while others submit', () => {
  const before: string[] = [];
  let admin: TestCaller;
  let ali: TestCaller;
  beforeAll(async () => {
    [ali, admin] = [await reports.resident('Sahiwal'), await reports.admin('Sahiwal')];
    while (before.length < 40) before.push(await submitted(ali));
  });

  /** Reads page after page to the end, while reports keep coming in. */
  async function readAll(page: (last: string | undefined) => Promise<{ id: string; created_at: string }[]>) {
    const reading = { on: true };
    const submitting = Promise.all(
      [1, 2].map(async () => {
        while (reading.on) await submitted(ali);
      }),
    );
    const seen: { id: string; created_at: string }[] = [];
    try {
      for (let pages = 0; pages < 300; pages += 1) {
        const rows = await page(seen.at(-1)?.id);
        if (rows.length === 0) return seen;
        seen.push(...rows);
      }
      throw new Error('the pages do not end');
    } finally {
      reading.on = false;
      await submitting;
    }
  }

  test.each<[string, (last: string | undefined) => Promise<Response>]>([
    ['a resident', (last) => api.get(ali, `/rest/v1/requests?limit=3${last ? `&id=lt.${last}` : ''}`)],
    ['an administrator', (last) => api.get(admin, `/adminrequests?limit=3${last ? `&before=${last}` : ''}`)],
    [
      'a resident, of one status',
      (last) => api.get(ali, `/rest/v1/requests?status=eq.Open&limit=3${last ? `&id=lt.${last}` : ''}`),
    ],
  ])('%s reads each earlier report exactly once, newest first', async (_who, ask) => {
    const seen = await readAll(async (last) => (await ask(last)).json());
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const known = new Set(before);
    expect(ids.filter((id) => known.has(id))).toEqual([...before].reverse());
    for (const { id, created_at } of seen) expect(timeOfId(id).toISOString()).toBe(created_at);
  });
});

test.each([
  ['2026-03-05T18:30:00Z', '2026-03-05'],
  ['2026-03-05T19:30:00Z', '2026-03-06'],
])('at %s, half an hour from midnight in Karachi, today is %s', async (moment, today) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  const tehsil = `Kasur ${today}`;
  const [ali, admin] = [await reports.resident(tehsil), await reports.admin(tehsil)];
  const ids = new Map<string, string>();
  for (const schedule of ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']) {
    ids.set(schedule, await submitted(ali, { schedule }));
  }
  const listed = await (await api.get(admin, '/adminrequests?filter=today')).json();
  expect(listed).toMatchObject([{ id: ids.get(today), schedule: today }]);
  expect(await (await api.get(admin, '/adminrequests/counts')).json()).toMatchObject({ today: 1, scheduled: 4 });
});
