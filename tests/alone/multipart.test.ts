import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join as under } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { pdf, picture } from '../../services/files/testing/samples.ts';
import { end, filePart, multipart, refusedForms, texts } from '../../services/reports/testing/multipart.ts';
import { join } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

const patiently = { timeout: 60_000 };
const portal = inject('portal');
const jpeg = await picture(400, 300).jpeg().toBuffer();
const whole = Buffer.concat([filePart('image', jpeg), filePart('document', pdf()), ...texts(), end]);
/** Of the forms that multipart.service.test.ts has reports refuse: those of which much passes the gateway before. */
const large =
  /^(cut off in a second picture|a thousand files|a (picture|document) of one byte too many|a form over all bounds)$/;
const refused = refusedForms({ picture: jpeg, document: pdf(), maxFile: 10 * 2 ** 20 }).filter(({ what }) =>
  large.test(what),
);
it('the large forms are there', () => expect(refused).toHaveLength(5));

let token: string;

const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': multipart });
const send = (body: Buffer, type = multipart) =>
  fetch(`${portal.portal}/newrequest`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': type },
    body: new Uint8Array(body),
  });
/** Every uploaded file that lies on the disk, whole or arriving. */
async function filesOnDisk(): Promise<string[]> {
  const found = ['originals', 'arriving'].map(async (name) => {
    const path = under(portal.dataDir, 'files', name);
    const entries = existsSync(path) ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    return entries.filter((entry) => entry.isFile()).map((entry) => under(entry.parentPath, entry.name));
  });
  return (await Promise.all(found)).flat();
}
/** What lay there before: a process that was killed leaves what was arriving for a day. */
let before = new Set<string>();
const stored = async () => (await filesOnDisk()).filter((file) => !before.has(file)).length;
/** Sends what is given and then nothing more, the connection open. */
function begin(...parts: Buffer[]) {
  const sending = request(`${portal.portal}/newrequest`, {
    method: 'POST',
    headers: { ...headers(), 'content-length': 1e6 },
  });
  const status = new Promise<number | undefined>((resolve) => {
    sending.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined));
  });
  sending.write(Buffer.concat(parts));
  return { status, sending };
}

/** How many files are to lie there: those of the forms that were taken. */
let kept = 0;
beforeAll(async () => {
  token = await join(portal, newResident('Mardan'));
  before = new Set(await filesOnDisk());
});

/** Sends a whole form, which is taken. */
async function take() {
  expect((await send(whole)).status).toBe(201);
  kept += 2;
}
/** A file that is refused lies there for a moment, and a picture's renderings arrive by the same door. */
const nothingMore = () => expect.poll(stored, patiently).toBe(kept);

it('a whole form is taken, its files first', async () => {
  await take();
  await nothingMore();
});

describe('refused over the gateway, with nothing left on the disk', () => {
  it.each([
    ...refused,
    ...[Buffer.alloc(0), Buffer.from('hello'), jpeg.subarray(0, jpeg.length / 2)].map((content, n) => ({
      what: ['an empty picture', 'a picture that is a text', 'half a picture'][n],
      body: Buffer.concat([...texts(), filePart('image', content), end]),
      status: 400,
      detail: 'Please select a valid image file (JPEG/PNG).',
      type: multipart,
    })),
    {
      what: 'a document that is none',
      body: Buffer.concat([filePart('image', jpeg), filePart('document', 'hello'), ...texts(), end]),
      status: 400,
      detail: 'Please select a valid PDF file.',
      type: multipart,
    },
  ])('$what', async ({ body, status, detail, type }) => {
    const answer = await send(body, type);
    const said = await answer.json();
    expect([answer.status, said.status]).toEqual([status, status]);
    if (detail) expect([said.detail, said.message]).toEqual([detail, detail]);
    await nothingMore();
  });

  it('a whole form is taken after them', take);
});

it('senders that go away half way leave nothing', async () => {
  const begun = Array.from({ length: 10 }, () =>
    begin(filePart('document', pdf()), ...texts(), filePart('image', jpeg).subarray(0, -100)),
  );
  await expect.poll(stored, patiently).toBeGreaterThanOrEqual(kept + 10);
  for (const { sending } of begun) sending.destroy();
  await Promise.all(begun.map(({ status }) => status));
  await nothingMore();
  await take();
});
