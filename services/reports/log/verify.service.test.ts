/** What breaks the signed log, or the database that it is of, is found, and said in the words that an operator reads. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '@tma/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FilesService, startFiles } from '../../files/testing/index.ts';
import { closing } from '../testing/closures.ts';
import { startReports, type TestService } from '../testing/index.ts';
import { sequencerOf, testKey } from '../testing/log.ts';
import { proving } from '../testing/proofs.ts';
import { proveReport, verifyLog, watchLog } from './command.ts';
import { createLogSigner } from './signing.ts';

/** A portal with some reports in its log. */
async function startLogged() {
  const [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles()]);
  const api = closing(reports, 'Sahiwal');
  const [admin, ali] = [await reports.admin('Sahiwal'), await reports.resident('Sahiwal')];
  const ids: string[] = [];
  const grow = async () => {
    const id = await api.submitted(ali);
    await api.change(admin, id, { status: 'Closed' });
    await api.answer(ali, id, { answer: 'not-fixed', reason: 'Still dark.' });
    ids.push(id);
    await log.round();
  };
  const log = sequencerOf(reports.pool, files.url);
  for (let count = 0; count < 3; count += 1) await grow();
  const file = (name: string) => join(files.parts.config.STORAGE_DIR, 'log/1', name);
  return { reports, files, api, ids, log, grow, file, ali, admin };
}
type Logged = Awaited<ReturnType<typeof startLogged>>;

const signer = createLogSigner(testKey);
let one: Logged;
let other: Logged;
let folder: string;
beforeAll(async () => {
  [one, other, folder] = await Promise.all([startLogged(), startLogged(), mkdtemp(join(tmpdir(), 'tma-log-'))]);
}, 60_000);
afterAll(async () => {
  for (const portal of [one, other]) {
    await portal?.log.files.close();
    await Promise.all([portal?.reports.stop(), portal?.files.stop()]);
  }
  await rm(folder, { recursive: true, force: true });
});

const verify = (files: FilesService = one.files, reports: TestService = one.reports) =>
  verifyLog(files.url, { db: reports.pool, signer });
const entry = async (id: string | undefined, kind: string, { reports } = one) => {
  const { rows } = await reports.pool.query(
    'select seq::int, reference from history join reports on reports.id = report_id where report_id = $1 and kind = $2',
    [id, kind],
  );
  return rows[0] as { seq: number; reference: string };
};

test('an intact log is reported as such, with and without its database, also once somebody was erased', async () => {
  expect(await verify()).toMatch(
    /^portal\.test\/log: 9 leaves, all as signed, and the database is as they say\.\nRoot hash \S{44}, key portal\.test\/log\+/,
  );
  expect(await verifyLog(one.files.url)).toMatch(/^portal\.test\/log: 9 leaves, all as signed\.\n/);
  const zara = await one.reports.resident('Sahiwal');
  await one.api.submitted(zara);
  await one.log.round();
  await one.api.erase(zara.id);
  expect(await verify()).toContain('10 leaves, all as signed');
});

/** Does something to the database, has `verify` say what it finds, and undoes it. */
async function found(change: string, undo: string, { files, reports } = one): Promise<string> {
  await reports.pool.query(change);
  try {
    return await verify(files, reports).catch((error: Error) => error.message);
  } finally {
    await reports.pool.query(undo);
  }
}

test('a row that was changed, deleted, moved or added is named', async () => {
  const { seq, reference } = await entry(one.ids[1], 'disputed');
  const leaf = `Leaf 5 (${reference}, disputed, entry ${seq})`;
  const at = `where seq = ${seq}`;
  expect(await found(`update history set status = 'Closed' ${at}`, `update history set status = 'Open' ${at}`)).toBe(
    `${leaf} was signed with status Open; the database says Closed.`,
  );
  expect(
    await found(`update history set text = 'All well.' ${at}`, `update history set text = 'Still dark.' ${at}`),
  ).toBe(`${leaf}: the words behind it are not those that were signed.`);
  expect(await found(`update history set text = null ${at}`, `update history set text = 'Still dark.' ${at}`)).toBe(
    `${leaf}: the words behind it are gone, though nobody was erased.`,
  );
  expect(
    await found(
      `create table gone as select * from history ${at}; delete from history ${at}`,
      'insert into history overriding system value select * from gone; drop table gone',
    ),
  ).toBe(`${leaf} has no entry any more: it was deleted from the database.`);
  const swap = `update history set report_id = case seq when ${seq} then '${one.ids[2]}'::uuid else '${one.ids[1]}' end where seq in (${seq}, ${seq + 3})`;
  const back = swap
    .replace(`then '${one.ids[2]}'`, `then '${one.ids[1]}'`)
    .replace(`else '${one.ids[1]}'`, `else '${one.ids[2]}'`);
  expect(await found(swap, back)).toMatch(/^Leaf 5 .* was signed with reference TMA-\w+; the database says TMA-\w+\.$/);
});

test('a line that was changed or deleted where the database keeps the leaves is named', async () => {
  const { seq, reference } = await entry(one.ids[1], 'disputed');
  const said = `Leaf 5 (${reference}, disputed, entry ${seq}): its line in the database is not the one that was signed.`;
  const at = 'where log = 1 and leaf = 5';
  const changed = (from: string, to: string) =>
    `update log_leaves set line = replace(line, '"status":"${from}"', '"status":"${to}"') ${at}`;
  expect(await found(changed('Open', 'Closed'), changed('Closed', 'Open'))).toBe(said);
  expect(
    await found(
      `create table gone as select * from log_leaves ${at}; delete from log_leaves ${at}`,
      'insert into log_leaves select * from gone; drop table gone',
    ),
  ).toBe(said);
});

test('an entry that has no leaf, and a report that is not what its history says, are named', async () => {
  const { reference } = await entry(one.ids[0], 'created');
  const insert = `insert into history (report_id, at, kind, status, made_by) values ('${one.ids[0]}', now() - interval '2 minutes', 'changed', 'Open', 'administration')`;
  expect(await found(insert, `delete from history where seq = (select max(seq) from history)`)).toMatch(
    new RegExp(`^Entry \\d+ of the history \\(${reference}, changed\\) has no leaf in the log\\.$`),
  );
  expect(
    await found(
      `update reports set status = 'Closed', phase = 'ended' where id = '${one.ids[0]}'`,
      `update reports set status = 'Open', phase = 'open' where id = '${one.ids[0]}'`,
    ),
  ).toBe(`Report ${reference} is Closed in the database, and its history ends with Open.`);
});

test('each column of a report that contradicts its history is named', async () => {
  const { reference } = await entry(one.ids[0], 'created');
  const changed = (to: string, back: string) =>
    found(
      `update reports set ${to} where id = '${one.ids[0]}'`,
      `update reports set ${back} where id = '${one.ids[0]}'`,
    );
  const confirmed = await changed(`closure = 'confirmed'`, `closure = 'disputed'`);
  expect(confirmed).toBe(`Report ${reference} has closure confirmed in the database, and disputed by its history.`);
  const bare = await changed(`closure = null`, `closure = 'disputed'`);
  expect(bare).toBe(`Report ${reference} has closure none in the database, and disputed by its history.`);
  const undisputed = await changed('disputes = 0', 'disputes = 1');
  expect(undisputed).toBe(`Report ${reference} has disputes 0 in the database, and 1 by its history.`);
  const proved = await changed(`proof = 'uploads/other.webp'`, 'proof = null');
  expect(proved).toBe(`Report ${reference} has proof uploads/other.webp in the database, and none by its history.`);
  const hidden = await changed('hidden = true', 'hidden = false');
  expect(hidden).toBe(`Report ${reference} has hidden true in the database, and false by its history.`);
  const { reference: same } = await entry(one.ids[1], 'created');
  const duplicate = await changed(`duplicate_of = '${one.ids[1]}'`, 'duplicate_of = null');
  expect(duplicate).toBe(`Report ${reference} has duplicate ${same} in the database, and none by its history.`);
  const both = (state: string) =>
    `with closure as (update closures set state = '${state}' where report_id = '${one.ids[0]}')
     update reports set closure = '${state}' where id = '${one.ids[0]}'`;
  expect(await found(both('confirmed'), both('disputed'))).toBe(confirmed);
  const answered = (state: string) => `update closures set state = '${state}' where report_id = '${one.ids[0]}'`;
  const ended = await found(answered('confirmed'), answered('disputed'));
  expect(ended).toBe(`Report ${reference} has closing confirmed in the database, and disputed by its history.`);
  const moved = (sign: string) => `created_at = created_at ${sign} interval '1 day'`;
  const said = `^Report ${reference} has created \\S+Z in the database, and \\S+Z by its history\\.$`;
  expect(await changed(moved('-'), moved('+'))).toMatch(new RegExp(said));
});

test('a picture of finished work that replaced another is named', async () => {
  const { reports, api, admin, ali, log } = other;
  const id = await api.submitted(ali);
  const { image } = await proving(reports).proved(admin, id);
  const hash = 'a'.repeat(64);
  await reports.pool.query('insert into log_pictures (image, sha256) values ($1, $2)', [image, hash]);
  await api.change(admin, id, { status: 'Closed' });
  // Of this one nothing was there any more when it was asked for.
  const gone = await api.submitted(ali);
  const { image: removed } = await proving(reports).proved(admin, gone);
  await log.round();
  expect(await verify(other.files, reports)).toContain('all as signed, and the database is as they say');
  const swapped = (table: string, column: string, from: string) => {
    const put = (to: string, what: string) => `update ${table} set ${column} = '${to}' where ${column} = '${what}'`;
    return found(put('uploads/other.webp', from), put(from, 'uploads/other.webp'), other);
  };
  const { seq, reference } = await entry(id, 'proved', other);
  expect(await swapped('history', 'image', image)).toMatch(
    new RegExp(
      `^Leaf \\d+ \\(${reference}, proved, entry ${seq}\\) was signed with proof a{64}; the database says null\\.$`,
    ),
  );
  const of = await entry(gone, 'proved', other);
  expect(await swapped('history', 'image', removed)).toMatch(
    new RegExp(
      `^Leaf \\d+ \\(${of.reference}, proved, entry ${of.seq}\\): the picture behind it, uploads/other.webp, is not the one that was signed\\.$`,
    ),
  );
  expect(await swapped('reports', 'proof', image)).toBe(
    `Report ${reference} has proof uploads/other.webp in the database, and ${image} by its history.`,
  );
  expect(await swapped('proofs', 'image', image)).toBe(
    `Report ${reference} has proof ${image} in the database, and none by its history.`,
  );
});

test('a leaf that was changed in the log is named, as are those of a tile', async () => {
  const bundle = one.file('entries/000');
  const content = await readFile(bundle);
  await writeFile(bundle, Buffer.from(content.toString('latin1').replace('"disputed","', '"unanswer","'), 'latin1'));
  await expect(verify()).rejects.toThrow(/^Leaf 2 is not the one that was signed\.$/);
  await writeFile(bundle, content);
  const tile = one.file('0/000');
  const hashes = await readFile(tile);
  await writeFile(tile, Buffer.concat([hashes.subarray(32), hashes.subarray(0, 32)]));
  await expect(verify()).rejects.toThrow(
    /^The tiles of the log do not make the root hash that was signed with 10 leaves\.$/,
  );
  await writeFile(tile, hashes);
});

test('a key that was swapped is not taken for the one that signed', async () => {
  const [note, key] = [one.file('checkpoint'), one.file('key')];
  const [before, told] = await Promise.all([readFile(note), readFile(key)]);
  const thief = createLogSigner(Buffer.alloc(32, 1));
  await writeFile(note, thief.sign(parseCheckpoint(before.toString())));
  await expect(verify()).rejects.toThrow(
    'The checkpoint is signed with another key: not with the one that the portal tells.',
  );
  await writeFile(key, `${thief.keyOf('portal.test/log')}\n`);
  await expect(verify()).rejects.toThrow('The checkpoint is not signed with LOG_KEY: the key was swapped');
  await expect(verifyLog(one.files.url, { key: signer.keyOf('portal.test/log') })).rejects.toThrow(
    'signed with another key: not with portal.test/log+',
  );
  await Promise.all([writeFile(note, before), writeFile(key, told)]);
  expect(await verify()).toContain('all as signed');
});

test('a watcher sees that the log grew, was cut, was cut and has grown again, is signed by another, or goes on under a new origin', async () => {
  const seen = join(folder, 'seen.json');
  expect(await watchLog(one.files.url, seen)).toBe('portal.test/log: 10 leaves, seen for the first time.');
  const note = one.file('checkpoint');
  const older = await readFile(note);
  await one.grow();
  expect(await watchLog(one.files.url, seen)).toBe(
    'portal.test/log: 13 leaves, 3 more than before, which are as they were.',
  );
  const kept = await readFile(seen, 'utf8');
  const now = await readFile(note);
  await writeFile(note, older);
  await expect(watchLog(one.files.url, seen)).rejects.toThrow(
    `The log was cut: it has 10 leaves, and 13 were seen.\nKeep ${seen}, where this was signed:`,
  );
  await expect(verify()).rejects.toThrow('The log was cut: it has 10 leaves, and 13 were signed.');
  await writeFile(note, now);
  for (let count = 0; count < 3; count += 1) await other.grow();
  await expect(watchLog(other.files.url, seen)).rejects.toThrow(
    'The log was cut and has grown again: its first 13 leaves are others.',
  );
  await expect(verify(other.files)).rejects.toThrow(
    'The log was cut and has grown again: its first 13 leaves are not those that were signed.',
  );
  const changed = sequencerOf(one.reports.pool, one.files.url, Buffer.alloc(32, 1));
  await changed.round();
  await expect(watchLog(one.files.url, seen)).rejects.toThrow(/signed with another key/);
  expect(await readFile(seen, 'utf8')).toBe(kept);
  await changed.files.close();
  expect(await verifyLog(one.files.url, { db: one.reports.pool })).toContain(
    'portal.test/log/2: 13 leaves, all as signed, and',
  );
  const again = sequencerOf(one.reports.pool, one.files.url);
  await again.round();
  await again.files.close();
  await expect(watchLog(one.files.url, seen)).rejects.toThrow(
    `The log portal.test/log goes on as portal.test/log/3: ask the portal why.\nKeep ${seen}, where this was signed:`,
  );
  expect(await readFile(seen, 'utf8')).toBe(kept);
});

test('a watcher of a portal that cannot be reached says that alone', async () => {
  const seen = join(folder, 'away.json');
  await watchLog(other.files.url, seen);
  const kept = await readFile(seen, 'utf8');
  const away = 'http://127.0.0.1:9';
  await expect(watchLog(away, seen)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9\/log\/checkpoint cannot be read\.$/);
  expect(await readFile(seen, 'utf8')).toBe(kept);
});

test.each([
  ['is empty', ''],
  ['was cut off', '{"key": "portal.test/log+'],
  ['has something else', '{"key": 1}'],
])('a watcher whose file %s says so, and does not start again from nothing', async (what, content) => {
  const seen = join(folder, `${what}.json`);
  await writeFile(seen, content);
  await expect(watchLog(one.files.url, seen)).rejects.toThrow(`${seen} cannot be read`);
  expect(await readFile(seen, 'utf8')).toBe(content);
});

test('a report is proved: its leaves, and what leads from each to the signed root', async () => {
  const { reference } = await entry(one.ids[0], 'created');
  const proof = await proveReport(one.files.url, one.reports.pool, reference);
  expect(proof.match(/^\{.*"reference":"TMA-\w+".*\}$/gm)).toHaveLength(3);
  expect(proof).toMatch(/\nindex 0\n(\S{44}\n)+/);
  expect(proof).toMatch(/\n— portal\.test\/log\/3 \S+$/);
  expect(await proveReport(one.files.url, one.reports.pool, reference.toLowerCase())).toBe(proof);
  await expect(proveReport(one.files.url, one.reports.pool, 'TMA-NONE')).rejects.toThrow(
    'The log has no leaf of TMA-NONE',
  );
});

test('what comes in during a verification, however long it takes, is not reported as missing or cut off', async () => {
  const { fetch } = globalThis;
  let grown = false;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked);
    if (grown || asked[0] !== `${other.files.url}/log/key`) return answer;
    // The checkpoint was read before.
    grown = true;
    await other.grow();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    return answer;
  });
  try {
    expect(await verify(other.files, other.reports)).toContain('all as signed, and the database is as they say');
    expect(grown).toBe(true);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
