import { Upload } from '@tma/contracts';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { photo } from '../testing/photos.ts';
import { pdf } from '../testing/samples.ts';
import { findAlike } from './alike.store.ts';
import { sweep } from './sweep.ts';

const files = await startFiles();
let number = 0;
afterAll(() => files.stop());

/** A tehsil that nobody else uses, with an administrator and a resident. */
async function office() {
  number += 1;
  const tehsil = `Tehsil ${number}`;
  return { tehsil, admin: await files.admin(tehsil), resident: await files.resident() };
}
type Office = Awaited<ReturnType<typeof office>>;

async function sendPicture({ tehsil, resident }: Office, content: Buffer, reportId = uuid()) {
  const answer = await files.upload(resident, 'image', new Uint8Array(content), reportId, tehsil);
  expect(answer.status).toBe(201);
  return { reportId, ...Upload.parse(await answer.json()) };
}
async function sendProof({ tehsil, admin }: Office, content: Buffer, reportId = uuid()) {
  const answer = await files.upload(admin, 'proof', new Uint8Array(content), reportId, tehsil);
  expect(answer.status).toBe(201);
  const { proof, ...upload } = Upload.parse(await answer.json());
  if (!proof) throw new Error('nothing is told of the proof');
  return { reportId, ...upload, ...proof };
}
const again = (content: Buffer) => sharp(content).resize(500).jpeg({ quality: 60 }).toBuffer();
const isStored = async (id: string) => (await files.stored()).some((name) => name.includes(id));

describe('a picture of finished work', () => {
  test('is shown as the pictures of reports are, without what the camera wrote', async () => {
    const exif = { IFD0: { Make: 'Camera' }, IFD2: { DateTimeOriginal: '2026:11:21 09:30:07' } };
    const content = await sharp(await photo(1, 900, 700))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    const proof = await sendProof(await office(), content);
    expect(proof).toMatchObject({ isOwnPicture: false, alike: [], takenAt: '2026-11-21T09:30:07' });
    expect(proof.path).toMatch(/^uploads\/[\da-f]{32}\.webp$/);
    for (const [query, width] of [
      ['', 900],
      ['?w=480', 480],
    ] as const) {
      const shown = await files.call(null, `/${proof.path}${query}`);
      const metadata = await sharp(await shown.arrayBuffer()).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width });
      expect(metadata.exif).toBeUndefined();
    }
  });

  test('needs no time of a camera', async () => {
    expect((await sendProof(await office(), await photo(2))).takenAt).toBeNull();
  });

  test('is known again as the own picture of its report, by its bytes', async () => {
    const own = await office();
    const content = await photo(3);
    const { reportId } = await sendPicture(own, content);
    expect(await sendProof(own, content, reportId)).toMatchObject({ isOwnPicture: true, alike: [reportId] });
    expect(await sendProof(own, content)).toMatchObject({ isOwnPicture: false, alike: [reportId] });
  });

  test.each<[string, (content: Buffer) => Promise<Buffer>]>([
    ['encoded again, smaller', again],
    ['lighter', (content) => sharp(content).modulate({ brightness: 1.15 }).jpeg().toBuffer()],
    [
      'cropped by 2 %',
      (content) => sharp(content).extract({ left: 16, top: 12, width: 768, height: 576 }).jpeg().toBuffer(),
    ],
    ['with bytes behind it', async (content) => Buffer.concat([content, Buffer.alloc(1)])],
    [
      'with another comment in it',
      (content) =>
        sharp(content)
          .withExif({ IFD0: { Make: 'Camera' } })
          .toBuffer(),
    ],
  ])('is known again as the own picture of its report, %s; of another report it is not', async (_how, change) => {
    const own = await office();
    const content = await photo(20);
    const changed = await change(content);
    const { reportId } = await sendPicture(own, content);
    expect(await sendProof(own, changed, reportId)).toMatchObject({ isOwnPicture: true });
    expect(await sendProof(own, changed)).toMatchObject({ isOwnPicture: false });
    expect(await sendProof(own, await photo(21), reportId)).toMatchObject({ isOwnPicture: false });
  });

  test.each([
    ['its page', ''],
    ['a list', '?w=480'],
  ])('that is what the portal shows of the report, saved from %s, is like it', async (_where, size) => {
    const own = await office();
    const { reportId, path } = await sendPicture(own, await photo(13, 1800, 1300));
    const shown = await files.call(null, `/${path}${size}`);
    const saved = Buffer.from(await shown.arrayBuffer());
    const asJpeg = await sharp(saved).jpeg({ quality: 70 }).toBuffer();
    for (const content of [saved, asJpeg]) {
      expect(await sendProof(own, content, reportId)).toMatchObject({ isOwnPicture: true });
      expect(await sendProof(own, content)).toMatchObject({
        isOwnPicture: false,
        alike: expect.arrayContaining([reportId]),
      });
    }
  });

  test('is like pictures and proofs of its tehsil, the newest first, each report once', async () => {
    const own = await office();
    const content = await photo(4);
    const older = await sendPicture(own, content);
    await sendPicture(own, await photo(5));
    await sendPicture(await office(), content);
    const newer = await sendProof(own, await again(content));
    await sendProof(own, await sharp(content).png({ compressionLevel: 1 }).toBuffer(), older.reportId);
    expect((await sendProof(own, await again(await again(content)))).alike).toEqual([older.reportId, newer.reportId]);
    expect((await sendProof(await office(), content)).alike).toEqual([]);
  });

  test('without anything in it is like none', async () => {
    const own = await office();
    const flat = (background: string) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .jpeg()
        .toBuffer();
    await sendPicture(own, await flat('red'));
    await sendProof(own, await flat('blue'));
    expect((await sendProof(own, await flat('green'))).alike).toEqual([]);
  });

  test('that cannot be read, or is too large, leaves nothing', async () => {
    const { tehsil, admin } = await office();
    const before = await files.stored();
    const whole = await photo(6);
    for (const [content, status] of [
      [Buffer.from('hello'), 400],
      [pdf(), 400],
      [whole.subarray(0, whole.length / 2), 400],
      [Buffer.concat([whole, Buffer.alloc(2 ** 20)]), 413],
    ] as const) {
      expect((await files.upload(admin, 'proof', new Uint8Array(content), uuid(), tehsil)).status).toBe(status);
    }
    expect(await files.stored()).toEqual(before);
  });
});

describe('who may send what', () => {
  test('an administrator files of their own tehsil, a resident files of reports', async () => {
    const { tehsil, admin, resident } = await office();
    const content = new Uint8Array(await photo(7, 60, 40));
    const status = async (who: { token: string }, kind: 'image' | 'document' | 'proof', where = tehsil) =>
      (await files.upload(who, kind, content, uuid(), where)).status;
    expect(await status(resident, 'proof')).toBe(403);
    expect(await status(admin, 'image', 'Elsewhere')).toBe(403);
    expect(await status(admin, 'document', 'Elsewhere')).toBe(403);
    expect(await status(admin, 'proof', 'Elsewhere')).toBe(403);
    expect(await status({ token: '' }, 'proof')).toBe(401);
    expect(await status(admin, 'proof')).toBe(201);
    expect(await status(admin, 'image')).toBe(201);
    expect(await status(resident, 'image')).toBe(201);
  });
});

describe('a proof that nobody claimed', () => {
  const discard = (who: { token: string }, reportId: string, uploadId?: string) =>
    files.call(who, `/internal/uploads?${new URLSearchParams({ reportId, ...(uploadId && { uploadId }) })}`, {
      method: 'DELETE',
    });

  test('is discarded by its own id only, by who sent it', async () => {
    const own = await office();
    const first = await sendProof(own, await photo(8));
    const second = await sendProof(own, await photo(9), first.reportId);
    expect((await discard(own.admin, first.reportId)).status).toBe(204);
    expect((await discard(await files.admin(own.tehsil), first.reportId, second.id)).status).toBe(204);
    expect([await isStored(first.id), await isStored(second.id)]).toEqual([true, true]);
    expect((await discard(own.admin, first.reportId, second.id)).status).toBe(204);
    expect([await isStored(first.id), await isStored(second.id)]).toEqual([true, false]);
    expect((await files.call(null, `/${second.path}`)).status).toBe(404);
    expect((await discard(own.admin, first.reportId, 'x')).status).toBe(400);
  });

  test('is swept, a claimed one never; it stays when the reporter is erased', async () => {
    const own = await office();
    const { reportId } = await sendPicture(own, await photo(10));
    const claimed = await sendProof(own, await photo(11), reportId);
    const left = await sendProof(own, await photo(12), reportId);
    const claim = { id: reportId, reference: 'TMA-00000000', tehsil: own.tehsil, imageId: claimed.id };
    await files.handle('ProofAdded', claim);
    await files.handle('ProofAdded', claim);
    await files.handle('AccountDeleted', { id: own.resident.id });
    await files.parts.pool.query(`update uploads set created_at = created_at - interval '2 days' where id <> $1`, [
      claimed.id,
    ]);
    await sweep(files.parts, new Date());
    expect([await isStored(claimed.id), await isStored(left.id)]).toEqual([true, false]);
    expect((await files.call(null, `/${claimed.path}`)).status).toBe(200);
    expect((await discard(own.admin, reportId, claimed.id)).status).toBe(204);
    expect(await isStored(claimed.id)).toBe(true);
  });
});

test('of more than 100,000 pictures of a tehsil the newest are compared, in a fraction of a second', async () => {
  const own = await office();
  const { pool } = files.parts;
  // In pieces, each far below the time that a statement has.
  for (let first = 1; first < 100_100; first += 10_010) {
    await pool.query(
      `insert into uploads (id, kind, report_id, tehsil, public_name, sha256, bytes, hash, created_at)
       select gen_random_uuid(), 'image', gen_random_uuid(), $1, gen_random_uuid(), '', 1,
         (('x' || encode(sha256(number::text::bytea), 'hex'))::bit(64)), now() - number * interval '1 second'
       from generate_series($2::int, $2::int + 10009) number`,
      [own.tehsil, first],
    );
  }
  await pool.query('vacuum analyze uploads');
  const alikeTo = async (age: number) => {
    const { rows } = await pool.query<{ report_id: string; hash: string }>(
      `select report_id, set_bit(set_bit(hash, 3, 1 - get_bit(hash, 3)), 60, 1 - get_bit(hash, 60))::text as hash from uploads
       where tehsil = $1 order by created_at desc offset $2 limit 1`,
      [own.tehsil, age],
    );
    const { report_id = '', hash = null } = rows[0] ?? {};
    const begun = performance.now();
    const { alike } = await findAlike(pool, { reportId: uuid(), tehsil: own.tehsil, sha256: '', hash, cropped: [] });
    return { isFound: alike[0] === report_id, ms: performance.now() - begun };
  };
  await alikeTo(0);
  const [oldest, beyond] = [await alikeTo(99_990), await alikeTo(100_050)];
  expect([oldest.isFound, beyond.isFound]).toEqual([true, false]);
  expect(Math.max(oldest.ms, beyond.ms)).toBeLessThan(1000);
});
