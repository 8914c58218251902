/** Which paths, formats and methods there are, and how what is refused is written in each. */
import { problems } from '@tma/contracts';
import { afterAll, expect, test } from 'vitest';
import { startOpen311 } from '../testing/index.ts';

const open311 = await startOpen311();
afterAll(() => open311.stop());

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await open311.call(`/open311/v2/${path}`, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const of = 'jurisdiction_id=takht-bhai';

test.each([
  'services',
  'services.yaml',
  'services.JSON',
  'services/street-lights.csv',
  'requests/TMA-7CV3X4JW',
  'requests.json.gz',
  'reports.json',
])('%s is not there', async (path) => {
  const { status, headers, text } = await ask(`${path}?${of}`);
  expect([status, headers.get('content-type')]).toEqual([404, expect.stringMatching(/^application\/json/)]);
  expect(JSON.parse(text)).toEqual([{ code: 404, description: 'There is nothing here.' }]);
});

test.each([
  ['discovery', 'discovery'],
  ['services', 'services'],
  ['services/street-lights', 'service_definition'],
  ['requests', 'service_requests'],
  ['servicerequestupdates', 'service_request_updates'],
])('%s is answered in JSON and in XML, to HEAD without a body', async (path, root) => {
  const [json, xml] = [await ask(`${path}.json?${of}`), await ask(`${path}.xml?${of}`)];
  expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(json.text)).toBeInstanceOf(Object);
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  const start = `<?xml version="1.0" encoding="utf-8"?>\n<${root}>`;
  expect([xml.text.startsWith(start), xml.text.endsWith(`</${root}>\n`)]).toEqual([true, true]);
  expect(await ask(`${path}.xml?${of}`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('discovery names the one endpoint, to which clients append paths', async () => {
  const { text } = await ask('discovery.json');
  expect(JSON.parse(text).endpoints).toEqual([
    {
      specification: 'http://wiki.open311.org/GeoReport_v2',
      url: expect.stringMatching(/^https?:\/\/[^/]+\/open311\/v2$/),
      changeset: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      type: 'test',
      formats: ['application/json', 'application/xml'],
    },
  ]);
});

test.each(['requests.json', 'requests.xml', 'servicerequestupdates.json'])(
  '%s is kept by no cache without asking again, as what is in it may be hidden',
  async (path) => {
    expect((await ask(`${path}?${of}`)).headers.get('cache-control')).toBe('private, no-cache');
  },
);

test('services are the problems, by their codes', async () => {
  const services = JSON.parse((await ask(`services.json?${of}`)).text) as { service_code: string }[];
  expect(services.map(({ service_code }) => service_code)).toEqual(problems.map(({ code }) => code));
});

test('what is no reference is not looked for', async () => {
  const before = open311.neighbours.asked.length;
  for (const id of ['nothing', '%20', 'TMA-7CV3X4JW,TMA-7CV3X4JX'])
    expect((await ask(`requests/${id}.json?${of}`)).status).toBe(404);
  expect(open311.neighbours.asked).toHaveLength(before);
});

const ofJson = { method: 'POST', headers: { 'content-type': 'application/json' } };
test.each<[string, RequestInit, number, string]>([
  ['services/limit-certificate', {}, 404, 'service_code: there is none of this name'],
  ['requests/TMA-7CV3X4JW', {}, 404, 'service_request_id: there is none of this name'],
  ['requests/nothing', {}, 404, 'service_request_id: there is none of this name'],
  ['tokens/TMA-7CV3X4JW', {}, 404, 'service_request_id: there is none of this name'],
  ['requests', { method: 'DELETE' }, 405, 'Use GET, HEAD, POST.'],
  ['services', { method: 'POST' }, 405, 'Use GET, HEAD.'],
  ['requests', { ...ofJson, body: '{' }, 400, 'The request cannot be read.'],
  ['requests', { ...ofJson, body: '{}' }, 403, 'api_key: is missing'],
  ['requests', { method: 'POST' }, 403, 'api_key: is missing'],
  ['requests', { method: 'POST', body: 'x' }, 415, 'This content type is not taken here.'],
])('%s with %j is refused in the form of the standard', async (path, init, code, description) => {
  const [json, xml] = [await ask(`${path}.json?${of}`, init), await ask(`${path}.xml?${of}`, init)];
  expect([json.status, JSON.parse(json.text)]).toEqual([code, [{ code, description }]]);
  const error = `<error><code>${code}</code><description>${description}</description></error>`;
  expect([xml.status, xml.text]).toEqual([code, `<?xml version="1.0" encoding="utf-8"?>\n<errors>${error}</errors>`]);
});
