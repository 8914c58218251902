/** Which tehsil a call is for, where the portal has two older tehsils that other systems call by the same name. */
import { afterAll, expect, test } from 'vitest';
import { startOpen311 } from '../testing/index.ts';

const open311 = await startOpen311();
afterAll(() => open311.stop());
open311.neighbours.tehsils.splice(0, 2, 'Takht Bhai', 'Takht-Bhai');
const { key } = await open311.newKey('Takht-Bhai');

const tehsilAsked = async (query: string) => {
  const answer = await open311.call(`/open311/v2/requests.json?${query}`);
  return answer.ok ? open311.neighbours.asked.at(-1)?.get('tehsil') : answer.status;
};

test('without a key the first is meant, and neither is the only one', async () => {
  expect(await tehsilAsked('jurisdiction_id=takht-bhai')).toBe('Takht Bhai');
  expect(await tehsilAsked('')).toBe(400);
});

test('with a key its own is meant, for reading and for bringing', async () => {
  for (const query of ['', 'jurisdiction_id=takht-bhai', 'jurisdiction_id=TAKHT%20BHAI'])
    expect(await tehsilAsked(`api_key=${key}&${query}`)).toBe('Takht-Bhai');
  const fields = { api_key: key, jurisdiction_id: 'takht-bhai', service_code: 'side-walk', description: 'A hole.' };
  const body = new URLSearchParams(fields);
  expect((await open311.call('/open311/v2/requests.json', { method: 'POST', body })).status).toBe(201);
  expect(open311.neighbours.taken.at(-1)?.claims).toMatchObject({ tehsil: 'Takht-Bhai' });
});

test('as many references as an answer has reports go on to the service reports, in one head', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `TMA-${String(n).padStart(8, '0')}`).join();
  expect(await tehsilAsked(`api_key=${key}&service_request_id=${ids}`)).toBe('Takht-Bhai');
  expect(open311.neighbours.asked.at(-1)?.get('references')).toBe(ids);
  expect(await tehsilAsked(`api_key=${key}&service_request_id=${ids},TMA-AAAAAAAA`)).toBe(400);
});
