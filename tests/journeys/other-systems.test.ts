/** Other systems: a head gives a key, and clients that others wrote read and bring reports by it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { jurisdictionOf } from '@tma/contracts';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, it } from 'vitest';
import { pythonWith } from '../../services/reports/testing/python.ts';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { startJourney } from '../../testing/journey.ts';
import { watchShifts, wrongWith } from '../../testing/looks.ts';
import { geoReportSchemas } from '../../testing/open311/schemas.ts';

const { portal, browser } = await startJourney();
const run = promisify(execFile);
const base = `${portal.portal}/open311/v2`;

interface Row {
  reference: string;
  location: string;
  description: string;
  name: string;
  via: string;
}

async function withKey() {
  const { tehsil, office } = await newTehsil(portal);
  const json = { name: 'City app', mayOmitMedia: true };
  const { key } = await call<{ key: string }>(portal, '/api/keys', { token: office, json });
  return { office, key, jurisdiction: jurisdictionOf(tehsil) };
}

it('a head gives a key, which is shown once, brings a report by it, and ends it', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const { page, context, faults } = await openOffice(browser, portal, office);
  await watchShifts(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${portal.portal}/adminSettings`);
  await page.getByText('No other system has a key.').waitFor();
  await page.getByRole('button', { name: 'Give Key' }).click();
  await page.getByText('System is required.').first().waitFor();
  await page.getByLabel('System', { exact: true }).fill('City app');
  await page.getByLabel('Reports a day, at most').fill('0');
  await page.getByLabel('Reports may come without a picture').check();
  await page.getByRole('button', { name: 'Give Key' }).click();
  await page.getByText('Fill in a whole number from 1 to 100000.').first().waitFor();
  await page.getByLabel('Reports a day, at most').fill('20');
  await page.getByRole('button', { name: 'Give Key' }).click();
  await page.getByRole('heading', { name: 'The key of City app' }).waitFor();
  expect(await wrongWith(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied').waitFor();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^tma_[\w-]{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  const line = page.getByRole('list', { name: 'Other systems' }).getByRole('listitem');
  await line.getByText('Up to 20 reports a day').waitFor();
  expect(await page.content()).not.toContain(key);

  const fields = { api_key: key, service_code: 'side-walk', description: 'A hole.', address_string: 'Bank Road' };
  const bring = () => fetch(`${base}/requests.json`, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await bring();
  expect(answer.status).toBe(201);
  const [{ service_request_id }] = (await answer.json()) as [{ service_request_id: string }];
  expect(await call<Row[]>(portal, '/adminrequests', { token: office })).toMatchObject([
    { reference: service_request_id, via: 'open311', tehsil },
  ]);

  await line.getByRole('button', { name: 'End Key' }).click();
  const question = page.getByRole('dialog', { name: 'End the key of City app?' });
  await question.getByRole('button', { name: 'End Key' }).click();
  await page.getByText('The key of City app has ended.').waitFor();
  await page.getByText('No other system has a key.').waitFor();
  expect((await bring()).status).toBe(403);
  expect(faults).toEqual([]);
  await context.close();
});

it('JSON fits the schemas of 2016, XML has the same', async () => {
  const { key, jurisdiction } = await withKey();
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const ask = async (path: string) => (await fetch(`${base}/${path}jurisdiction_id=${jurisdiction}`)).text();
  const fields = { api_key: key, service_code: 'street-lights', description: 'Dark.', lat: '34.2', long: '72.04' };
  await fetch(`${base}/requests.json`, { method: 'POST', body: new URLSearchParams(fields) });
  for (const [name, path] of [
    ['services', 'services.json?'],
    ['definition', 'services/street-lights.json?'],
    ['requests', 'requests.json?extensions=true&'],
  ] as const) {
    const validate = ajv.compile(geoReportSchemas[name]);
    const answer = JSON.parse(await ask(path));
    expect([name, validate(answer) ? [] : validate.errors]).toEqual([name, []]);
    expect(Array.isArray(answer) ? answer.length : 1).toBeGreaterThan(0);
  }
  const xml = await ask('requests.xml?');
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<service_requests><request><service_request_id>TMA-/);
  for (const empty of ['address', 'address_id', 'zipcode', 'lat', 'long', 'media_url']) {
    expect(xml).toContain(`<${empty}></${empty}>`);
  }
});

it('clients that others wrote read and bring reports: georeport and civicbot', { timeout: 200_000 }, async ({
  skip,
}) => {
  const found = await pythonWith('georeport==0.3.1', 'civicbot==0.4.0');
  if ('missing' in found) return skip(found.missing);
  const { office, key, jurisdiction } = await withKey();
  const { stdout } = await run(found.python, ['testing/open311/clients.py', base, jurisdiction, key]);
  const { reference, bot, json, xml } = JSON.parse(stdout);
  const [row] = await call<Row[]>(portal, '/adminrequests', { token: office });
  expect(row).toMatchObject({ reference, location: '34.2, 72.04', name: 'Amina', via: 'open311' });
  expect(row?.description).toBe('Dark ]]> <b> since Friday ۵\n\nPapers: ID, Photos');

  const seen = { service_request_id: reference, status: 'open', service_code: 'street-lights', lat: null };
  expect(bot.request).toMatchObject(seen);
  expect(bot.token).toEqual([{ service_request_id: reference, token: reference }]);
  expect([bot.page.length, bot.both.length]).toEqual([1, 1]);
  expect([json.services.length, xml.services.length]).toEqual([8, 8]);
  expect(json.definition.attributes[0].values[1]).toEqual({ key: 'ID', name: 'ID' });
  expect(xml.definition.attributes.attribute.values.value[1]).toEqual({ key: 'ID', name: 'ID' });
  expect(json.request).toMatchObject(seen);
  expect(xml.request).toMatchObject({ ...seen, requested_datetime: json.request.requested_datetime });
  expect([json.requests.length, xml.requests.service_request_id]).toEqual([1, reference]);
});

const { openPm } = testConfig;

it('and so does Open311.pm of FixMyStreet', async ({ skip }) => {
  if (!openPm)
    return skip('OPEN311_PM names no Open311.pm: get perllib/Open311.pm of github.com/mysociety/fixmystreet');
  const { office, key, jurisdiction } = await withKey();
  const { stdout } = await run('perl', ['testing/open311/client.pl', openPm ?? '', `${base}/`, jurisdiction, key]);
  const [row] = await call<Row[]>(portal, '/adminrequests', { token: office });
  const { reference } = row ?? {};
  expect(JSON.parse(stdout)).toEqual({
    ...{ services: 8, attribute: 'papers', reference, token: reference, status: 'open', address: null, updates: 0 },
    error: expect.stringContaining('403: api_key: is not known'),
  });
});
