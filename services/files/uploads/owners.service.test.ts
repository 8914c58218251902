import { transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FilesService, startFiles } from '../testing/index.ts';
import { pdf } from '../testing/samples.ts';
import { waitForErasure } from './owners.store.ts';
import { eraseOwner } from './owners.ts';
import { insertUpload } from './uploads.store.ts';

let files: FilesService;
beforeEach(async () => {
  files = await startFiles();
});
afterEach(() => files?.stop());

/** Whether a transaction waits for another one. */
const waiting = async () =>
  (
    await files.parts.pool.query(
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    )
  ).rowCount === 1;
const owned = async (id: string) =>
  (await files.parts.pool.query('select from uploads where owner_id = $1', [id])).rowCount;

test('an upload that arrives while its owner is erased is refused, and leaves no file', async () => {
  const sara = await files.resident();
  const sending = await transaction(files.parts.pool, async (tx) => {
    await eraseOwner(files.parts, tx, sara.id);
    const answer = files.upload(sara, 'document', new Uint8Array(pdf()), uuid());
    let answered = false;
    answer.then(() => {
      answered = true;
    });
    await expect.poll(async () => answered || (await waiting())).toBe(true);
    return { answer };
  });
  expect((await sending.answer).status).toBe(401);
  expect([await owned(sara.id), await files.stored()]).toEqual([0, []]);
});

test('an upload that is inserted while its owner is erased is erased, too', async () => {
  const [id, ownerId] = [uuid(), uuid()];
  const row = { id, kind: 'document' as const, reportId: uuid(), ownerId, tehsil: 'Sahiwal', publicName: null };
  const erased = await transaction(files.parts.pool, async (tx) => {
    await waitForErasure(tx, ownerId);
    await insertUpload(tx, { ...row, sha256: '', bytes: 1, hash: null });
    const erasing = transaction(files.parts.pool, (other) => eraseOwner(files.parts, other, ownerId));
    let done = false;
    erasing.then(() => {
      done = true;
    });
    await expect.poll(async () => done || (await waiting())).toBe(true);
    return { erasing };
  });
  await erased.erasing;
  expect(await owned(ownerId)).toBe(0);
});
