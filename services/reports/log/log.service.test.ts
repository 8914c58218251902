/** What is in the signed log, in which order, whatever happens while it is written. */
import { createHash } from 'node:crypto';
import { deletedUser, leafOfLine, leavesIn, parseCheckpoint, tilePath } from '@tma/contracts';
import { issuerOf, signReportsToken } from '@tma/kit';
import { afterAll, expect, test, vi } from 'vitest';
import { startFiles } from '../../files/testing/index.ts';
import { photo } from '../../files/testing/photos.ts';
import { closing } from '../testing/closures.ts';
import { form, startReports } from '../testing/index.ts';
import { sequencerOf, testKey } from '../testing/log.ts';
import { newSystem } from '../testing/systems.ts';
import { hashOfWords } from './leaves.ts';

const [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles()]);
const api = closing(reports, 'Sahiwal');
const [admin, ali] = [await reports.admin('Sahiwal'), await reports.resident('Sahiwal')];
const log = sequencerOf(reports.pool, files.url);
afterAll(async () => {
  await log.files.close();
  await Promise.all([reports.stop(), files.stop()]);
});

const read = async (path: string) => {
  const answer = await fetch(`${files.url}/log/${path}`);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const checkpoint = async () => parseCheckpoint((await read('checkpoint')).bytes.toString());
/** All leaves that are out. */
async function leaves() {
  const { size } = await checkpoint();
  const found: string[] = [];
  for (let n = 0; n * 256 < size; n += 1) {
    const { bytes } = await read(tilePath({ level: 'entries', n, width: Math.min(256, size - n * 256) }));
    found.push(...leavesIn(bytes).map((leaf) => Buffer.from(leaf).toString()));
  }
  return found.map(leafOfLine);
}
const ofReport = async (id: string) => {
  const { rows } = await reports.pool.query('select reference from reports where id = $1', [id]);
  return (await leaves()).filter(({ reference }) => reference === rows[0]?.reference);
};

test('is signed before there is any fact', async () => {
  await log.round();
  const { origin, size, root } = await checkpoint();
  expect([origin, size]).toEqual(['portal.test/log', 0]);
  expect(Buffer.from(root)).toEqual(createHash('sha256').digest());
  expect((await read('key')).status).toBe(200);
});

test('has every public fact of a report and the state of its closure, and nothing of notes, names and papers', async () => {
  const id = await api.submitted(ali);
  await api.change(admin, id, { schedule: '2030-01-02' });
  await api.send(admin, 'POST', `/reports/${id}/notes`, { text: 'For us.', public: false });
  await api.change(admin, id, { status: 'Closed' });
  await api.answer(ali, id, { answer: 'not-fixed', reason: 'Still dark.' });
  await api.change(admin, id, { status: 'In Progress' });
  const paper = await api.submit(ali, form({ issue: 'Limit Certificate', document: new Blob(['%PDF']) }));
  expect(paper.status).toBe(201);
  await log.round();
  const found = await ofReport(id);
  expect(found.map(({ kind, status, schedule, closure }) => [kind, status, schedule, closure])).toEqual([
    ['created', 'Open', null, null],
    ['changed', 'Open', '2030-01-02', null],
    ['changed', 'Closed', '2030-01-02', 'claimed'],
    ['disputed', 'Open', '2030-01-02', 'disputed'],
    ['changed', 'In Progress', '2030-01-02', 'disputed'],
  ]);
  expect(found.map((leaf) => leaf.private === null)).toEqual([false, true, true, false, true]);
  const { rows } = await reports.pool.query('select salt from log_salts where seq = $1', [found[3]?.seq]);
  expect(found[3]?.private).toBe(hashOfWords(rows[0]?.salt, 'Still dark.'));
  const all = await leaves();
  expect(all.map(({ issue }) => issue)).not.toContain('Limit Certificate');
  expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).toSorted((a, b) => a - b));
  expect(JSON.stringify(all)).not.toMatch(/dark|Ayesha|For us/);
});

test('has that it was moved, hidden, shown and marked as a duplicate, with the words of hiding alone', async () => {
  const [id, other] = [await api.submitted(ali), await api.submitted(await reports.resident('Sahiwal'))];
  const { reference } = await api.row(admin, other);
  for (const [what, body] of [
    ['place', { lat: 34.2, long: 72.05 }],
    ['hidden', { hidden: true, reason: 'It shows a face.' }],
    ['hidden', { hidden: false }],
    ['duplicate', { of: reference }],
    ['duplicate', { of: null }],
  ] as const)
    expect((await api.send(admin, 'PUT', `/reports/${id}/${what}`, body)).status).toBe(200);
  await log.round();
  expect((await ofReport(id)).map((leaf) => [leaf.kind, leaf.private !== null])).toEqual([
    ['created', true],
    ['moved', false],
    ['hidden', true],
    ['shown', false],
    ['duplicate', false],
    ['duplicate', false],
  ]);
});

test('has a dispute until the next claim, also where the report was closed as a duplicate meanwhile', async () => {
  const [id, other] = [await api.submitted(ali), await api.submitted(await reports.resident('Sahiwal'))];
  await api.change(admin, id, { status: 'Closed' });
  await api.answer(ali, id, { answer: 'not-fixed', reason: 'Still dark.' });
  const { reference } = await api.row(admin, other);
  await api.send(admin, 'PUT', `/reports/${id}/duplicate`, { of: reference });
  for (const status of ['Closed', 'Open']) await api.change(admin, other, { status });
  await log.round();
  expect((await ofReport(id)).at(-1)).toMatchObject({ status: 'Open', closure: 'disputed' });
  expect(await api.row(admin, id)).toMatchObject({ status: 'Open', closure: 'disputed' });
});

test('may be cached: a tile for a year, the checkpoint and its key for seconds; nothing is served that is not signed', async () => {
  await api.submitted(ali);
  await log.round();
  const { size } = await checkpoint();
  const bundle = tilePath({ level: 'entries', n: 0, width: size });
  expect((await read(bundle)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await read('checkpoint')).headers.get('cache-control')).toBe('public, max-age=5');
  // With another log the checkpoint has another key.
  expect((await read('key')).headers.get('cache-control')).toBe('public, max-age=5');
  expect((await read('key')).bytes.toString()).toMatch(/^portal\.test\/log\+[\da-f]{8}\+\S{44}\n$/);
  const none = ['tile/0/000', 'tile/0/0', 'tile/0/001', `tile/0/000.p/${size + 1}`, 'tile/64/000', 'x', '2/checkpoint'];
  for (const path of none) expect([path, (await read(path)).status]).toEqual([path, 404]);
});

test('waits for a slow transaction instead of missing what it writes, and keeps the order', async () => {
  const id = await api.submitted(ali);
  const slow = await reports.pool.connect();
  const insert = `insert into history (report_id, at, kind, status, made_by) values ($1, now(), 'changed', 'Open', 'administration') returning seq`;
  await slow.query('begin');
  const { rows } = await slow.query(insert, [id]);
  // Has a larger number, and commits before it.
  await api.change(admin, id, { status: 'In Progress' });
  const waiting = log.round();
  await expect
    .poll(
      async () => (await reports.pool.query('select count(*) from history where report_id = $1', [id])).rows[0]?.count,
    )
    .toBe('2');
  await slow.query('commit');
  slow.release();
  await waiting;
  const seqs = (await ofReport(id)).map(({ seq }) => seq);
  expect(seqs).toContain(Number(rows[0]?.seq));
  expect(seqs).toHaveLength(3);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
});

test('has the hash of a proof as it is served, and none of a removed one', async () => {
  const staff = await files.admin('Sahiwal');
  const proved = async (seed: number) => {
    const id = await api.submitted(ali);
    const { path } = await (
      await files.upload(staff, 'proof', new Blob([new Uint8Array(await photo(seed))]), id)
    ).json();
    await reports.pool.query(
      `insert into history (report_id, at, kind, status, made_by, image) values ($1, now(), 'proved', 'Open', 'administration', $2)`,
      [id, path],
    );
    return { id, path };
  };
  const [shown, removed] = [await proved(1), await proved(2)];
  await files.parts.pool.query('update uploads set removed_at = now() where public_name = $1', [
    removed.path.replace('uploads/', ''),
  ]);
  await log.round();
  const served = Buffer.from(await (await fetch(`${files.url}/${shown.path}`)).arrayBuffer());
  const proofOf = async (id: string) => (await ofReport(id)).map(({ proof }) => proof);
  expect(await proofOf(shown.id)).toEqual([null, createHash('sha256').update(served).digest('hex')]);
  expect(await proofOf(removed.id)).toEqual([null, null]);
});

test('does not change when a reporter is erased, and nobody can find out any more what they wrote', async () => {
  const bilal = await reports.resident('Sahiwal');
  const id = await api.submitted(bilal);
  await log.round();
  const before = await leaves();
  const { rows: written } = await reports.pool.query<{ words: string }>(
    String.raw`select location || E'\n' || description as words from reports where id = $1`,
    [id],
  );
  const [created] = await ofReport(id);
  // Who guesses the words cannot tell by it that they are right.
  const guessed = createHash('sha256').update(written[0]?.words ?? '');
  expect([created?.private, created?.private]).toEqual([
    expect.any(String),
    expect.not.stringMatching(guessed.digest('hex')),
  ]);
  await api.erase(bilal.id);
  await log.round();
  expect(await leaves()).toEqual(before);
  const seqs = (await ofReport(id)).map(({ seq }) => seq);
  const { rows } = await reports.pool.query('select from log_salts where seq = any($1)', [seqs]);
  expect(rows).toEqual([]);
});

test('has a hash of the words also of a reporter who has the name that is shown for erased ones', async () => {
  const [first_name = '', last_name = ''] = deletedUser.split(' ');
  const namesake = await reports.resident('Sahiwal', { first_name, last_name });
  const id = await api.submitted(namesake);
  await log.round();
  const [created] = await ofReport(id);
  expect(created?.private).toEqual(expect.any(String));
});

test('continues where not all files were written, and under a new origin where the database is older', async () => {
  const id = await api.submitted(ali);
  await log.round();
  const { size, origin } = await checkpoint();
  const kept = await read('checkpoint');
  // As a backup that was made before the last report has it.
  await reports.pool.query('delete from log_leaves where leaf >= $1', [size - 1]);
  await reports.pool.query('update log_state set size = $1, upto = upto - 1', [size - 1]);
  const other = sequencerOf(reports.pool, files.url);
  await other.round();
  const now = await checkpoint();
  expect([origin, now.origin]).toEqual(['portal.test/log', 'portal.test/log/2']);
  expect((await read('1/checkpoint')).bytes).toEqual(kept.bytes);
  expect((await read(`2/${tilePath({ level: 'entries', n: 0, width: now.size })}`)).status).toBe(200);
  await api.change(admin, id, { status: 'In Progress' });
  await other.round();
  expect(await checkpoint()).toMatchObject({ origin: now.origin, size: now.size + 1 });
  await other.files.close();
});

test('a restored backup continues the log whose files are there, and begins one of a new number where its end is unknown', async () => {
  await log.round();
  const before = await checkpoint();
  const restored = (as: number) =>
    reports.pool.query('update log_state set signed_size = $1, signed_root = null', [as]);
  await restored(-1);
  const here = sequencerOf(reports.pool, files.url);
  await here.round();
  expect(await checkpoint()).toEqual(before);
  await restored(-1);
  const elsewhere = await startFiles();
  const there = sequencerOf(reports.pool, elsewhere.url);
  await there.round();
  const byTime = /^portal\.test\/log\/\d{10}$/;
  const [origin, size] = (await (await fetch(`${elsewhere.url}/log/checkpoint`)).text()).split('\n');
  expect([origin, size]).toEqual([expect.stringMatching(byTime), String(before.size)]);
  // Its files are of a backup, and the log may have come further.
  await restored(-2);
  await here.round();
  expect(await checkpoint()).toMatchObject({ origin: expect.stringMatching(byTime), size: before.size });
  expect((await read('2/checkpoint')).bytes.toString()).toContain(`portal.test/log/2\n${before.size}\n`);
  await api.submitted(ali);
  await here.round();
  expect(await checkpoint()).toMatchObject({ size: before.size + 1 });
  await Promise.all([here.files.close(), there.files.close(), elsewhere.stop()]);
});

test('has the end of the audit log once a day, also where nothing else is new, and never an earlier end', async () => {
  const hash = (digit: string) => digit.repeat(64);
  let end = { seq: 7, hash: hash('a') };
  const ask = async () => {
    if (end.seq === 0) throw new Error('auth is away');
    return end;
  };
  const lineNow = async () => {
    const other = sequencerOf(reports.pool, files.url, testKey, ask);
    await other.round();
    await other.files.close();
    return (await checkpoint()).extensions;
  };
  const onDay = (day: string) => vi.setSystemTime(new Date(`${day}T09:00:00Z`));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    onDay('2031-01-01');
    const { size } = await checkpoint();
    expect(await lineNow()).toEqual([`audit 2031-01-01 7 ${hash('a')}`]);
    end = { seq: 9, hash: hash('b') };
    expect(await lineNow()).toEqual([`audit 2031-01-01 7 ${hash('a')}`]);
    onDay('2031-01-02');
    expect(await lineNow()).toEqual([`audit 2031-01-02 9 ${hash('b')}`]);
    onDay('2031-01-03');
    for (const less of [
      { seq: 8, hash: hash('c') },
      { seq: 0, hash: '' },
    ]) {
      end = less;
      expect(await lineNow()).toEqual([`audit 2031-01-02 9 ${hash('b')}`]);
    }
    expect(await checkpoint()).toMatchObject({ size });
  } finally {
    vi.useRealTimers();
  }
});

test('nobody else writes its files', async () => {
  const { size } = await checkpoint();
  const path = '/internal/log/7/checkpoint';
  const put = (headers: Record<string, string>) =>
    fetch(files.url + path, { method: 'PUT', body: `portal.test/log/7\n${size}\nAAAA\n`, headers });
  const type = { 'content-type': 'application/octet-stream' };
  const { token } = await newSystem(reports, 'Sahiwal');
  const statuses = [];
  // The last one is as the service open311 could sign it.
  const fromSystems = await signReportsToken(reports.config.OPEN311_SECRET, issuerOf(reports.config));
  const people = [(await files.resident()).token, (await files.admin('Sahiwal')).token];
  for (const bearer of [null, 'x', ...people, token, fromSystems])
    statuses.push((await put({ ...type, ...(bearer && { authorization: `Bearer ${bearer}` }) })).status);
  expect(statuses).toEqual([401, 401, 403, 403, 403, 401]);
  expect((await read('7/checkpoint')).status).toBe(404);
});
