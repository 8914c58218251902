/** Uploads and the scanner: what is refused, and that nothing is kept which was not scanned. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eicar, missingClamd, startClamd, startFalseClamd } from '../../testing/clamd.ts';
import { type FilesService, startFiles } from '../../testing/index.ts';
import { pdf, picture } from '../../testing/samples.ts';

const missing = await missingClamd();

const detail = 'This file cannot be accepted.';
/** A document after which the sender hears these. */
async function send(files: FilesService, content: Buffer, kind: 'image' | 'document' = 'document') {
  const answer = await files.upload(await files.resident(), kind, new Uint8Array(content), uuid());
  const body = (await answer.json()) as { code?: string; detail?: string };
  return { status: answer.status, code: body.code, detail: body.detail, retryAfter: answer.headers.get('retry-after') };
}
const unavailable = { status: 503, code: 'unavailable', retryAfter: expect.stringMatching(/^\d+$/) };

describe.skipIf(missing !== null)(`with clamd${missing ? ` (${missing})` : ''}`, () => {
  let files: FilesService;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    // Less than an upload may have: what is beyond it is never taken for clean.
    clamd = await startClamd(['StreamMaxLength 1M', 'Foreground yes']);
    files = await startFiles({ SCANNER_URL: clamd.socket, MAX_UPLOAD_MB: 3 });
  }, 120_000);
  afterAll(async () => {
    await files?.stop();
    await clamd?.stop();
  });

  test.each<[string, Buffer, 'image' | 'document']>([
    ['as it is', Buffer.from(eicar), 'document'],
    ['named a picture', Buffer.from(eicar), 'image'],
    ['in a PDF', pdf(`1 0 obj\n<< /Length ${eicar.length} >>\nstream\n${eicar}\nendstream\nendobj`), 'document'],
  ])('a virus %s is refused, and not kept', async (_how, content, kind) => {
    const before = await files.stored();
    expect(await send(files, content, kind)).toMatchObject({ status: 422, code: 'file_refused', detail });
    expect(await files.stored()).toEqual(before);
  });

  test('clean ones are taken', async () => {
    expect(await send(files, pdf())).toMatchObject({ status: 201 });
    expect(await send(files, await picture(200, 200).jpeg().toBuffer(), 'image')).toMatchObject({ status: 201 });
  });

  test('25 at once are all scanned', async () => {
    const contents = Array.from({ length: 25 }, (_, index) => pdf(index % 5 === 0 ? eicar : `paper ${index}`));
    const answers = await Promise.all(contents.map((content) => send(files, content)));
    expect(answers.map(({ status }) => status)).toEqual(contents.map((_, index) => (index % 5 === 0 ? 422 : 201)));
  });

  test('a file over the limit of clamd is not taken for clean', async () => {
    const before = await files.stored();
    expect(await send(files, pdf('x'.repeat(2 * 2 ** 20)))).toMatchObject(unavailable);
    expect(await files.stored()).toEqual(before);
    expect(await send(files, pdf())).toMatchObject({ status: 201 });
  });
});

test.each<[string, Parameters<typeof startFalseClamd>[0]]>([
  ['closes in the middle of a file', (socket) => socket.once('data', () => socket.destroy())],
  [
    'closes without an answer',
    (socket) => socket.on('data', (data) => data.subarray(-4).equals(Buffer.alloc(4)) && socket.end()),
  ],
  ['cannot scan', (socket) => socket.end('INSTREAM: Can not allocate memory ERROR\0')],
  ['answers what it never says', (socket) => socket.end('x'.repeat(10_000))],
])('where clamd %s, nothing is kept and the sender is asked to try again', async (_what, serve) => {
  const clamd = await startFalseClamd(serve);
  const files = await startFiles({ SCANNER_URL: clamd.url });
  try {
    expect(await send(files, pdf('x'.repeat(500_000)))).toMatchObject(unavailable);
    expect(await files.stored()).toEqual([]);
  } finally {
    await files.stop();
    await clamd.stop();
  }
});

test('where clamd is away, nothing is kept and the sender is asked to try again', async () => {
  const files = await startFiles({ SCANNER_URL: '/run/no-such-clamd.sock' });
  try {
    expect(await send(files, pdf())).toMatchObject(unavailable);
    expect(await files.stored()).toEqual([]);
  } finally {
    await files.stop();
  }
});

/** A clamd that finds something in every file. */
const startFinding = () =>
  startFalseClamd((socket) => {
    socket.on('data', (data) => {
      if (data.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: Eicar-Test FOUND\0');
    });
  });

test('the audit log says once what was found, and nothing of the file', async () => {
  const clamd = await startFinding();
  const files = await startFiles({ SCANNER_URL: clamd.url });
  try {
    expect(await send(files, pdf())).toMatchObject({ status: 422 });
    const { rows } = await files.parts.pool.query(`select payload::json -> 'data' as data from outbox`);
    const found = { kind: 'file-refused', by: null, about: 'document', detail: 'Eicar-Test' };
    expect(rows).toEqual([{ data: { ...found, tehsil: expect.any(String) } }]);
  } finally {
    await files.stop();
    await clamd.stop();
  }
});

test('where clamd is away, nothing counts against the sender; what it finds does', async () => {
  const clamd = await startFinding();
  const files = await startFiles({ SCANNER_URL: clamd.url });
  try {
    // While Redis is not there yet, it is counted in memory.
    await expect.poll(() => files.parts.redis.client.status).toBe('ready');
    const sender = await files.resident();
    const upload = async () => (await files.upload(sender, 'document', new Uint8Array(pdf()), uuid())).status;
    for (let found = 0; found < 499; found += 1) await files.parts.limits.refusedFiles.count(sender.id);
    expect(await upload()).toBe(422);
    expect(await upload()).toBe(429);
    const other = await files.resident();
    for (let found = 0; found < 499; found += 1) await files.parts.limits.refusedFiles.count(other.id);
    await clamd.stop();
    for (let time = 0; time < 2; time += 1)
      expect((await files.upload(other, 'document', new Uint8Array(pdf()), uuid())).status).toBe(503);
  } finally {
    await files.stop();
    await clamd.stop();
  }
});

test('without a scanner files are taken as they are', async () => {
  const files = await startFiles();
  expect(await send(files, pdf(eicar))).toMatchObject({ status: 201 });
  await files.stop();
});

test('one who sends many files at once keeps nobody else waiting for all of them', async () => {
  const clamd = await startFalseClamd((socket) => {
    socket.on('data', (data) => {
      if (data.subarray(-4).equals(Buffer.alloc(4))) setTimeout(() => socket.end('stream: OK\0'), 100);
    });
  });
  const files = await startFiles({ SCANNER_URL: clamd.url });
  try {
    const [many, one] = [await files.resident(), await files.resident()];
    let scanned = 0;
    const upload = (who: typeof one) => files.upload(who, 'document', new Uint8Array(pdf()), uuid());
    const flood = Array.from({ length: 60 }, () => upload(many).then(() => (scanned += 1)));
    await expect.poll(() => scanned).toBeGreaterThan(0);
    expect((await upload(one)).status).toBe(201);
    expect(scanned).toBeLessThan(50);
    await Promise.all(flood);
  } finally {
    await files.stop();
    await clamd.stop();
  }
});
