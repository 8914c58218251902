import { afterAll, describe, expect, test, vi } from 'vitest';
import { calls, form, startReports } from '../testing/index.ts';
import { filePart, multipart, texts } from '../testing/multipart.ts';

const reports = await startReports({ RATE_LIMIT_REPORTS: 3 });
const { call, submit } = calls(reports);
afterAll(() => reports.stop());

const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status);
const submitAll = async (who: { token: string }, count: number) => {
  const statuses: number[] = [];
  while (statuses.length < count) statuses.push((await submit(who)).status);
  return statuses;
};
const reportsOf = async ({ id }: { id: string }) =>
  (await reports.pool.query('select id from reports where user_id = $1', [id])).rows.map((row) => row.id as string);

describe('reports of one resident', () => {
  test('are limited for a day, and nothing of a refused one is kept', async () => {
    const [ali, sara] = [await reports.resident('Okara'), await reports.resident('Okara')];
    expect(await submitAll(ali, 3)).toEqual([201, 201, 201]);
    const kept = reports.files.kept.size;
    const refused = await submit(ali);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      expect.stringContaining('application/problem+json'),
    ]);
    const detail = 'You can submit 3 reports a day. Please try again later.';
    const problem = { status: 429, code: 'over_request_rate_limit', detail, message: detail };
    expect(await refused.json()).toMatchObject(problem);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(86_300);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(refused.headers.get('ratelimit')).toBe(`"reports";r=0;t=${wait}`);
    expect(await reportsOf(ali)).toHaveLength(3);
    expect(reports.files.kept.size).toBe(kept);
    expect(await submitAll(sara, 1)).toEqual([201]);
  });

  test('may be sent again once the oldest is a day old', async () => {
    const ali = await reports.resident('Okara');
    await submitAll(ali, 3);
    const [first] = (await reportsOf(ali)).sort();
    const since = (seconds: number) =>
      reports.pool.query(`update reports set created_at = now() - make_interval(secs => $2) where id = $1`, [
        first,
        seconds,
      ]);
    await since(86_400 - 60);
    const refused = await submit(ali);
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true]);
    await since(86_400);
    expect(await submitAll(ali, 2)).toEqual([201, 429]);
  });

  test('sent at the same time are limited as well, and the files of the refused ones are removed', async () => {
    const ali = await reports.resident('Okara');
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(ali)));
    expect(statusesOf(answers).sort()).toEqual([...Array(3).fill(201), ...Array(9).fill(429)]);
    const mine = await reportsOf(ali);
    expect(mine).toHaveLength(3);
    const known = new Set((await reports.pool.query('select id from reports')).rows.map(({ id }) => id));
    expect([...reports.files.kept.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  test('that were refused are not counted', async () => {
    const ali = await reports.resident('Okara');
    for (let time = 0; time < 4; time += 1) expect((await submit(ali, form({ issue: undefined }))).status).toBe(400);
    expect(await submitAll(ali, 4)).toEqual([201, 201, 201, 429]);
  });

  test('that are refused after their picture was stored are limited to ten times as many, for each resident', async () => {
    const [ali, sara] = [await reports.resident('Okara'), await reports.resident('Okara')];
    const refused = await Promise.all(Array.from({ length: 30 }, () => submit(ali, form({ issue: undefined }))));
    expect(new Set(statusesOf(refused))).toEqual(new Set([400]));
    const kept = reports.files.kept.size;
    const next = await submit(ali);
    expect([next.status, Number(next.headers.get('retry-after')) > 86_300]).toEqual([429, true]);
    expect(reports.files.kept.size).toBe(kept);
    expect(await submitAll(sara, 1)).toEqual([201]);
  });
});

/** A form that ends once its picture is kept, without the line that ends a form. */
async function brokenOff(who: { token: string }): Promise<number> {
  const before = reports.files.kept.size;
  const body = new ReadableStream({
    async start(form) {
      form.enqueue(new Uint8Array(Buffer.concat([filePart('image', 'picture'), ...texts()])));
      await vi.waitFor(() => expect(reports.files.kept.size).toBeGreaterThan(before), 10_000);
      form.close();
    },
  });
  const init = { method: 'POST', body, headers: { 'content-type': multipart }, duplex: 'half' };
  return (await call(who, '/newrequest', init)).status;
}
const papersAlone = () => form({ image: undefined, document: new Blob(['%PDF-1.7']), issue: undefined });

test.each<[string, (who: { token: string }) => Promise<number>]>([
  ['with papers alone', async (who) => (await submit(who, papersAlone())).status],
  ['broken off behind their picture', brokenOff],
])('forms %s are counted as well', async (_what, send) => {
  const ali = await reports.resident('Okara');
  for (let time = 0; time < 30; time += 1) expect(await send(ali)).toBe(400);
  expect(await submitAll(ali, 1)).toEqual([429]);
});

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  test('of an accepted report answers it again, however many there are, and is not counted twice', async () => {
    const ali = await reports.resident('Okara');
    const first = await submit(ali, form(), key('k'));
    for (let time = 0; time < 4; time += 1) expect((await submit(ali, form(), key('k'))).status).toBe(200);
    expect(await submitAll(ali, 3)).toEqual([201, 201, 429]);
    const again = await submit(ali, form(), key('k'));
    expect([again.status, (await again.json()).id]).toEqual([200, (await first.json()).id]);
  });

  test('of the last report that may be sent is answered to all who send it at once', async () => {
    const ali = await reports.resident('Okara');
    await submitAll(ali, 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(ali, form(), key('last'))));
    expect(statusesOf(answers).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  test('of a report that the limit refused can be used again', async () => {
    const ali = await reports.resident('Okara');
    await submitAll(ali, 3);
    expect((await submit(ali, form(), key('k'))).status).toBe(429);
    await reports.pool.query(`update reports set created_at = created_at - interval '1 day' where user_id = $1`, [
      ali.id,
    ]);
    expect((await submit(ali, form(), key('k'))).status).toBe(201);
  });
});
