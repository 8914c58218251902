/** Reports that other systems bring. */
import { AdminReport } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import type { FormParts } from '../testing/index.ts';
import { newSystem } from '../testing/systems.ts';

const desk = await startDesk();
const system = await newSystem(desk.reports, desk.tehsil);
afterAll(() => desk.stop());

const given = { service_code: 'street-lights', description: 'Dark.', address_string: 'Canal Road' };
const bring = (
  changes: FormParts = {},
  headers: Record<string, string> = {},
  by: { token: string } | null = system,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...given, ...changes }))
    if (value !== undefined) form.append(name, value);
  return desk.call(by, '/internal/requests', { method: 'POST', body: form, headers });
};
const reasonOf = async (answer: Response) => [answer.status, (await answer.json()).detail];
const rowOf = async (reference: string) => {
  const [row] = await desk.listed(desk.farid, `q=${reference}`);
  return AdminReport.strict().parse(row);
};
const brought = async (changes: FormParts = {}) => {
  const answer = await bring(changes);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return rowOf((await answer.json()).reference);
};

test('the office gets it, from nobody with an account; its history names the key', async () => {
  const row = await brought({ lat: '34.19', long: '72.04', first_name: 'Bilal', last_name: 'Shah', phone: '0300 1' });
  expect(row).toMatchObject({
    via: 'open311',
    userId: null,
    name: 'Bilal Shah',
    location: 'Canal Road',
    shared: false,
  });
  expect(row).toMatchObject({ issue: 'Street Lights Repair', lat: 34.19, long: 72.04, image: null, status: 'Open' });
  expect(await desk.history(desk.farid, row.id)).toMatchObject([{ kind: 'created', by: 'portal', name: 'City app' }]);
  expect((await (await desk.get(desk.farid, `/reports/${row.id}/contact`)).json()).contactNumber).toBe('0300 1');
});

test('a number that another system gives is for the office alone: no messages go to it', async () => {
  const { id } = await brought({ phone: '03001234567' });
  await desk.change(desk.farid, id, { status: 'Closed' });
  expect((await desk.events(id, 'ReportCreated'))[0]?.phone).toBeNull();
  expect((await desk.events(id, 'StatusChanged'))[0]?.phone).toBeNull();
});

test('without an address the numbers of its point are the location', async () => {
  const row = await brought({ address_string: undefined, lat: '34.19876543', long: '72.04' });
  expect(row.location).toBe('34.198765, 72.04');
});

test('papers at hand are named at the end of the description; the first of several pictures is that of the report', async () => {
  const row = await brought({
    'attribute[papers][]': 'ID',
    media: new Blob(['picture']),
    'media[]': new Blob(['other']),
  });
  expect(row.description).toBe('Dark.\n\nPapers: ID');
  expect(row.image).toMatch(/^uploads\//);
  expect(desk.reports.files.kept.get(row.id)).toHaveLength(1);
});

test('what FixMyStreet’s Open311.pm sends is accepted: title and address in the texts, attributes that nobody asked for, the photo', async () => {
  // As `send_service_request` of perllib/Open311.pm makes it, with extended_description and always_upload_photos.
  const row = await brought({
    ...{ service_code: 'street-lights', lat: '34.198765', long: '72.040123', address_string: undefined },
    description: 'Dark\n\nSince Friday.\n\nhttps://www.fixmystreet.com/report/1\n',
    ...{ first_name: 'Bilal', last_name: 'Shah', email: 'bilal@example.org', account_id: '7', deviceid: 'iOS' },
    ...{ 'attribute[uprn]': '100', 'attribute[title]': 'Dark', media_url: 'http://127.0.0.1:1/a.jpeg' },
    photo1: new File(['picture'], '1.0.full.jpeg', { type: 'image/jpeg' }),
    photo2: new File(['other'], '1.1.full.jpeg', { type: 'image/jpeg' }),
  });
  expect(row).toMatchObject({ location: '34.198765, 72.040123', name: 'Bilal Shah', image: expect.any(String) });
  expect(row.description).toBe('Dark\n\nSince Friday.\n\nhttps://www.fixmystreet.com/report/1');
});

test('a description is counted in characters, with its papers too', async () => {
  const papers = '\n\nPapers: ID'.length;
  const row = await brought({ description: '😀'.repeat(4000 - papers), 'attribute[papers]': 'ID' });
  expect([...row.description]).toHaveLength(4000);
  const over = await bring({ description: '😀'.repeat(4001 - papers), 'attribute[papers]': 'ID' });
  expect(await reasonOf(over)).toEqual([400, 'description: is too long with the papers']);
});

test('a reporter who leaves an address gets mails', async () => {
  const { id } = await brought({ email: 'Bilal@Example.org' });
  const [created] = await desk.events(id, 'ReportCreated');
  expect(created.reporter).toEqual({ id: null, name: 'User', email: 'bilal@example.org', language: 'en' });
});

describe('what is refused is named as Open311 names it, and leaves nothing', () => {
  test.each<[FormParts, number, string]>([
    [{ service_code: undefined, description: ' ' }, 400, 'service_code: is required; description: is required'],
    [{ service_code: 'limit-certificate' }, 400, 'service_code: must be the code of a service'],
    [{ address_string: '' }, 400, 'address_string: is required without lat and long'],
    [{ lat: '34' }, 400, 'lat and long must come together'],
    [{ lat: 'x', long: '72' }, 400, 'lat: must be a decimal number'],
    [{ email: 'bilal' }, 400, 'email: must be an e-mail address'],
    [{ description: 'x'.repeat(4001) }, 400, 'description: must be at most 4000 characters'],
    [{ phone: '0\u0000' }, 400, 'phone: must not contain control characters'],
    [{ 'attribute[papers]': 'Passport' }, 400, 'attribute[papers]: must be of the values of the service'],
    [{ media: new Blob(['bad']) }, 400, 'The image is bad.'],
    [{ jurisdiction_id: 'elsewhere' }, 403, 'jurisdiction_id: is not that of the key'],
  ])('%j', async (changes, status, reason) => {
    const before = (await desk.counts(desk.farid)).all;
    expect(await reasonOf(await bring(changes))).toEqual([status, reason]);
    expect((await desk.counts(desk.farid)).all).toBe(before);
  });

  test('a picture may be absent only where the key says so', async () => {
    const strict = await newSystem(desk.reports, desk.tehsil, { mayOmitMedia: false });
    expect(await reasonOf(await bring({}, {}, strict))).toEqual([400, 'media: a picture is required']);
    expect((await bring({ media: new Blob(['picture']) }, {}, strict)).status).toBe(201);
  });
});

test('the same Idempotency-Key of a system is one report, also at once, and after the limit of its key', async () => {
  const key = { 'idempotency-key': 'once' };
  const answers = await Promise.all([bring({}, key), bring({}, key)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  const [one, other] = await Promise.all(answers.map(async (answer) => (await answer.json()).reference));
  expect(one).toBe(other);
  const { token } = await newSystem(desk.reports, desk.tehsil, { id: system.id, isUsedUp: true });
  expect((await (await bring({}, key, { token })).json()).reference).toBe(one);
  expect((await bring({}, {}, { token })).status).toBe(429);
});

test('callers without a key, administrators and residents are refused', async () => {
  expect((await bring({}, {}, null)).status).toBe(401);
  expect([(await bring({}, {}, desk.farid)).status, (await bring({}, {}, desk.ali)).status]).toEqual([403, 403]);
});
