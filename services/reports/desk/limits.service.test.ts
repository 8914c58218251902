import { afterAll, expect, test } from 'vitest';
import { startReports } from '../testing/index.ts';

const reports = await startReports({ RATE_LIMIT_CONTACTS: 3, RATE_LIMIT_SEARCHES: 3 });
afterAll(() => reports.stop());

test('contact numbers that one administrator looks up are limited, also in parallel; those of another are not affected', async () => {
  const [busy, other] = [await reports.admin('Okara'), await reports.admin('Okara')];
  const look = async (who: { token: string }) => {
    const answer = await fetch(`${reports.url}/request-contact/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    return { status: answer.status, wait: Number(answer.headers.get('retry-after')), body: await answer.json() };
  };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => look(busy)));
  expect(answers.map(({ status }) => status).sort()).toEqual([404, 404, 404, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
  expect(refused?.wait).toBeGreaterThan(3500);
  expect((await look(other)).status).toBe(404);
});

test('searches of one administrator are limited; their lists without a search and searches of another are not', async () => {
  const [busy, other] = [await reports.admin('Okara'), await reports.admin('Okara')];
  const list = async (who: { token: string }, query: string) =>
    (await fetch(`${reports.url}/adminrequests${query}`, { headers: { authorization: `Bearer ${who.token}` } })).status;
  const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => list(busy, `?q=khan${number}`)));
  expect(answers.sort()).toEqual([200, 200, 200, 429, 429]);
  expect([await list(busy, ''), await list(other, '?q=khan')]).toEqual([200, 200]);
});
