import { request as httpRequest } from 'node:http';
import { RequestRow } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { calls, type FormParts, form, startReports } from '../testing/index.ts';

const reports = await startReports();
const { submit, get } = calls(reports);
afterAll(() => reports.stop());

const pdf = () => new Blob(['%PDF-1.7 … %%EOF'], { type: 'application/pdf' });
const eventsOf = async (id: string) =>
  (await reports.pool.query('select payload::json as event from outbox where key = $1', [id])).rows.map(
    ({ event }) => event,
  );
const everything = async () => (await reports.pool.query('select count(*)::int as n from reports')).rows[0]?.n;

test('a report can be read as soon as it is accepted, with its picture, history, counts and event', async () => {
  const ali = await reports.resident('Sahiwal');
  const response = await submit(
    ali,
    form({ schedule: '2026-04-01', document: pdf(), status: 'Closed', name: 'Somebody Else' }),
  );
  expect(response.status).toBe(201);
  const row = RequestRow.parse(await response.json());
  expect(row).toMatchObject({ user_id: ali.id, status: 'Open', tehsil: 'Sahiwal', schedule: '2026-04-01' });
  expect(row.reference).toMatch(/^TMA-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(row.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/);
  expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(10_000);

  const admin = await reports.admin('Sahiwal');
  const [seen] = await (await get(admin, '/adminrequests')).json();
  expect(seen).toMatchObject({ id: row.id, name: 'Ayesha Khan', userId: ali.id, document: `download-pdf/${row.id}` });
  expect(await (await get(admin, '/adminrequests/counts')).json()).toMatchObject({ all: 1, pending: 1, scheduled: 1 });
  expect(await (await get(ali, `/reports/${row.id}/history`)).json()).toEqual([
    {
      seq: expect.any(Number),
      at: row.created_at,
      kind: 'created',
      status: 'Open',
      schedule: '2026-04-01',
      by: 'resident',
      name: null,
      text: null,
      image: null,
    },
  ]);
  const [event] = await eventsOf(row.id);
  expect(event).toMatchObject({
    type: 'ReportCreated',
    subject: row.id,
    data: { reference: row.reference, name: 'Ayesha Khan', reporter: { id: ali.id, email: ali.email } },
  });
  expect(reports.files.kept.get(row.id)?.map(({ id }) => id)).toEqual([event.data.imageId, event.data.documentId]);
});

test('the parts may come in any order', async () => {
  const data = new FormData();
  for (const name of ['image', 'description', 'location', 'issue']) data.append(name, form().get(name) as string);
  expect((await submit(await reports.resident('Kasur'), data)).status).toBe(201);
});

describe('a bad form is refused with a reason, and nothing of it is stored', () => {
  const bad = () => new Blob(['bad']);
  const large = () => new Blob([new Uint8Array(1024 * 1024 + 1)]);
  test.each<[string, FormParts, number, string]>([
    ['texts left out', { issue: undefined, location: undefined }, 400, 'Missing: issue, location'],
    ['blank texts', { location: '  ', description: '\n' }, 400, 'Missing: location, description'],
    ['texts before pictures', { issue: undefined, image: bad() }, 400, 'Missing: issue'],
    ['no picture', { image: undefined }, 400, 'Please select an image file.'],
    ['a text as the picture', { image: 'picture' }, 400, 'Please select an image file.'],
    ['a bad picture', { image: bad() }, 400, 'The image is bad.'],
    ['a bad document', { document: bad() }, 400, 'The document is bad.'],
    [
      'a files service that fails',
      { image: new Blob(['ill']) },
      503,
      'A part of the portal is not available. Please try again in a moment.',
    ],
    ['both files wrong', { document: bad(), image: bad() }, 400, 'The image is bad.'],
    ['a large picture', { image: large() }, 413, 'Larger than 1 MB.'],
    [
      'a form over all bounds',
      { image: new Blob([new Uint8Array(4 * 1024 * 1024)]) },
      413,
      'The request is too large.',
    ],
    ['an unknown issue', { issue: 'Potholes' }, 400, 'issue: must be one of the listed issue types'],
    ['a long location', { location: 'x'.repeat(201) }, 400, 'location: must be at most 200 characters'],
    ['a long description', { description: 'x'.repeat(4001) }, 400, 'description: must be at most 4000 characters'],
    ['a control character', { location: 'a\0b' }, 400, 'location: must not contain control characters'],
    ['a day that does not exist', { schedule: '2026-02-30' }, 400, 'schedule: must be a date, YYYY-MM-DD'],
    ['another tehsil', { tehsil: 'Okara' }, 400, 'tehsil: must be the tehsil of your profile'],
    [
      "another's id",
      { userId: '01920000-0000-7000-8000-000000000001' },
      403,
      'A report can only be submitted in your own name.',
    ],
  ])('%s', async (_what, changes, status, detail) => {
    const before = await everything();
    const response = await submit(await reports.resident('Sahiwal'), form(changes));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, detail, message: detail });
    expect(await everything()).toBe(before);
    const known = new Set((await reports.pool.query('select id from reports')).rows.map(({ id }) => id));
    expect([...reports.files.kept.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  test('an emptied file field is no document', async () => {
    const body = form();
    body.append('document', new File([], ''));
    expect((await submit(await reports.resident('Sahiwal'), body)).status).toBe(201);
  });

  test.each([
    ['application/json', '{}', 415],
    ['text/plain', 'hello', 415],
    ['multipart/form-data', 'hello', 400],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="issue"\r\n\r\nhalf', 400],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--x--\r\n', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nhalf',
      400,
    ],
    ['multipart/form-data; boundary=x', '--x\r\n', 400],
    ['multipart/form-data; boundary=x', '--x--\r\n', 400],
    ['multipart/form-data; boundary=x', '\r\n--x\r\nno header here', 400],
    [
      'multipart/form-data; boundary=x',
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1000)}--x--\r\n`,
      400,
    ],
    ['multipart/form-data; boundary=x', '', 400],
  ])('a body of type %s: %j', async (type, body, status) => {
    const response = await submit(await reports.resident('Sahiwal'), body, { 'content-type': type });
    expect(response.status).toBe(status);
  });

  test('without a token, or with an administrator’s', async () => {
    expect((await submit({ token: '' })).status).toBe(401);
    expect((await submit(await reports.admin('Sahiwal'))).status).toBe(403);
  });

  test('a sender that disconnects half way leaves nothing, and the service goes on', async () => {
    const ali = await reports.resident('Sahiwal');
    const before = await everything();
    await new Promise<void>((resolve) => {
      const sending = httpRequest(`${reports.url}/newrequest`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ali.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1_000_000,
        },
      });
      sending.on('error', () => resolve());
      sending.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n', () =>
        sending.destroy(),
      );
      sending.on('close', () => resolve());
    });
    expect((await submit(ali)).status).toBe(201);
    expect(await everything()).toBe(before + 1);
  });
});

describe('an Idempotency-Key', () => {
  test('answers the first report again, also to parallel requests', async () => {
    const ali = await reports.resident('Lodhran');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => submit(ali, form(), { 'idempotency-key': 'k1' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const rows = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const later = await submit(ali, form(), { 'idempotency-key': 'k1' });
    expect([later.status, (await later.json()).id]).toEqual([200, rows[0].id]);
    expect(await eventsOf(rows[0].id)).toHaveLength(1);
    const mine = await (await get(ali, `/rest/v1/requests?user_id=eq.${ali.id}`)).json();
    expect(mine).toHaveLength(1);
  });

  test('belongs to one person, and lasts 30 days', async () => {
    const [ali, sara] = [await reports.resident('Lodhran'), await reports.resident('Lodhran')];
    expect((await submit(ali, form(), { 'idempotency-key': 'k2' })).status).toBe(201);
    expect((await submit(sara, form(), { 'idempotency-key': 'k2' })).status).toBe(201);
    const grow = (age: string) =>
      reports.pool.query(`update idempotency_keys set created_at = now() - $2::interval where user_id = $1`, [
        ali.id,
        age,
      ]);
    await grow('29 days');
    expect((await submit(ali, form(), { 'idempotency-key': 'k2' })).status).toBe(200);
    await grow('31 days');
    expect((await submit(ali, form(), { 'idempotency-key': 'k2' })).status).toBe(201);
  });

  test('accepts a repeat of any form that was accepted, however small the limit of a file', async () => {
    const small = await startReports({ MAX_UPLOAD_MB: 0.1 });
    try {
      const ali = await small.resident('Lodhran');
      const repeated = () =>
        calls(small).submit(ali, form({ other: new Blob([new Uint8Array(1_000_000)]) }), { 'idempotency-key': 'k4' });
      expect([(await repeated()).status, (await repeated()).status]).toEqual([201, 200]);
    } finally {
      await small.stop();
    }
  });

  test('of a refused form can be used again', async () => {
    const ali = await reports.resident('Lodhran');
    expect((await submit(ali, form({ issue: undefined }), { 'idempotency-key': 'k3' })).status).toBe(400);
    expect((await submit(ali, form(), { 'idempotency-key': 'k3' })).status).toBe(201);
  });
});
