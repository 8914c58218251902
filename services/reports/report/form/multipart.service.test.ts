import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { calls, startReports, type TestService } from '../../testing/index.ts';
import { end, filePart, multipart, part, refusedForms, texts } from '../../testing/multipart.ts';

const patiently = { timeout: 20_000 };

const reports = await startReports();
const { submit } = calls(reports);
afterAll(() => reports.stop());

const picture = Buffer.from('a picture');
const whole = [...texts(), filePart('image', picture), end];
const send = async (body: Buffer, type = multipart) =>
  submit(await reports.resident('Sahiwal'), new Uint8Array(body), { 'content-type': type });
const everything = async () => (await reports.pool.query('select count(*)::int as n from reports')).rows[0]?.n;
/** The reports that have uploads and no row. */
async function leftOver() {
  const known = new Set((await reports.pool.query('select id from reports')).rows.map(({ id }) => id));
  return [...reports.files.kept.keys()].filter((id) => !known.has(id));
}

test.each([
  ['texts first', whole],
  ['files first', [filePart('image', picture), ...texts(), end]],
  ['a preamble and an epilogue', [Buffer.from('before\r\n'), ...whole, Buffer.from('after')]],
  ['unknown parts', [part('x', 'y'), filePart('z', 'z'.repeat(100_000)), ...whole]],
  ['an emptied file field', [filePart('document', '', ''), ...whole]],
])('%s: accepted', async (_what, parts) => {
  expect((await send(Buffer.concat(parts))).status).toBe(201);
});

describe('refused, with nothing stored, and the next one is accepted', () => {
  const forms = refusedForms({ picture, document: Buffer.from('a paper'), maxFile: 2 ** 20 });
  test.each(forms)('$what', async ({ body, type, status, detail }) => {
    const before = await everything();
    const answer = await send(body, type);
    const problem = await answer.json();
    expect([answer.status, problem.status]).toEqual([status, status]);
    if (detail) expect(problem.detail).toBe(detail);
    expect([await everything(), await leftOver()]).toEqual([before, []]);
    expect((await send(Buffer.concat(whole))).status).toBe(201);
  });
});

/** Sends these parts, then nothing more, and keeps the connection open. */
function begin({ url }: Pick<TestService, 'url'>, token: string, ...parts: Buffer[]) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': multipart, 'content-length': 1e6 };
  const sending = request(`${url}/newrequest`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve) => {
    sending.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined));
  });
  sending.write(Buffer.concat(parts));
  return { status, sending };
}
/** The first half of a picture. */
const halfPicture = () => filePart('image', Buffer.alloc(200_000)).subarray(0, 100_000);

test.each([
  ['the middle of a picture', [filePart('document', 'a paper'), ...texts(), halfPicture()]],
  ['its first line', [Buffer.from('--')]],
])('a form that stalls in %s is answered 408, and nothing of it is stored', async (_where, parts) => {
  const hasty = await startReports({ UPLOAD_SECONDS: 1 });
  try {
    const { token } = await hasty.resident('Sahiwal');
    const { status, sending } = begin(hasty, token, ...parts);
    expect(await status).toBe(408);
    sending.destroy();
    expect([...hasty.files.kept]).toEqual([]);
    const next = await calls(hasty).submit({ token });
    expect(next.status).toBe(201);
  } finally {
    await hasty.stop();
  }
});

test('senders that disconnect half way leave nothing, and the service goes on', async () => {
  const { token } = await reports.resident('Sahiwal');
  const begun = Array.from({ length: 20 }, () => begin(reports, token, filePart('document', 'a paper'), halfPicture()));
  await expect.poll(leftOver, patiently).toHaveLength(20);
  for (const { sending } of begun) sending.destroy();
  await Promise.all(begun.map(({ status }) => status));
  await expect.poll(leftOver, patiently).toEqual([]);
  expect((await send(Buffer.concat(whole))).status).toBe(201);
});
