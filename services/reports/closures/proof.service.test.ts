import { Proof, ProofTimes } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockReport } from '../stores/changes.store.ts';
import { endClosure, lastClosure } from '../stores/closures.store.ts';
import { calls, type FormParts, form, startReports, type TestCaller, type TestService } from '../testing/index.ts';
import { end, filePart, multipart } from '../testing/multipart.ts';

let reports: TestService;
let call: ReturnType<typeof calls>['call'];
let change: ReturnType<typeof calls>['change'];
let get: ReturnType<typeof calls>['get'];
let submit: ReturnType<typeof calls>['submit'];
beforeAll(async () => {
  reports = await startReports();
  ({ call, change, get, submit } = calls(reports));
});
afterAll(() => reports?.stop());

let number = 0;
/** A picture that no other test has. */
function fresh(text = '') {
  number += 1;
  return `picture ${number} ${text}`;
}
const blob = (text: string) => new Blob([text], { type: 'image/jpeg' });

/** A tehsil of its own, with a report that has this picture. */
async function office(picture = fresh()) {
  const tehsil = `Tehsil of ${fresh()}`.trim();
  const resident = await reports.resident(tehsil);
  const report = await (await submit(resident, form({ image: blob(picture) }))).json();
  return {
    tehsil,
    resident,
    admin: await reports.admin(tehsil),
    id: report.id as string,
    reference: report.reference as string,
  };
}

function prove(who: { token: string } | null, id: string, parts: FormParts | string = fresh()) {
  const body = new FormData();
  const given: FormParts = typeof parts === 'string' ? { image: blob(parts) } : parts;
  for (const [name, value] of Object.entries(given)) if (value !== undefined) body.append(name, value);
  return call(who, `/reports/${id}/proof`, { method: 'POST', body });
}
async function proved(who: TestCaller, id: string, parts?: FormParts | string) {
  const answer = await prove(who, id, parts);
  expect(answer.status).toBe(201);
  return Proof.parse(await answer.json());
}
const nameOf = (image: string) => image.replace(/^uploads\/|\.webp$/g, '');
const historyOf = async (who: TestCaller, id: string) => (await get(who, `/reports/${id}/history`)).json();
const closureOf = async (who: TestCaller, id: string) => (await get(who, `/reports/${id}/closure`)).json();
const rowOf = async (admin: TestCaller, id: string) =>
  (await (await get(admin, '/adminrequests')).json()).find((row: { id: string }) => row.id === id);
const statsOf = async (tehsil: string) => (await get(null, `/api/stats?${new URLSearchParams({ tehsil })}`)).json();
/** The proofs that files keeps for a report. */
const kept = (id: string) =>
  (reports.files.kept.get(id) ?? []).filter(({ kind }) => kind === 'proof').map((file) => file.id);
const eventsOf = async (id: string, type: string) =>
  (await reports.pool.query('select payload::json as event from outbox where key = $1', [id])).rows
    .map(({ event }) => event)
    .filter((event) => event.type === type);

describe('a picture of finished work', () => {
  test('is in the history of the report, and files is told; its note is for administrators', async () => {
    const { tehsil, resident, admin, id, reference } = await office();
    const proof = await proved(admin, id, { image: blob(fresh()), note: '  New lamp.\r\nOld pole. ' });
    expect(proof.alike).toBeNull();
    expect(Math.abs(Date.parse(proof.at) - Date.now())).toBeLessThan(10_000);
    const entry = { kind: 'proved', at: proof.at, status: 'Open', by: 'administration', image: proof.image };
    expect((await historyOf(admin, id)).at(-1)).toMatchObject({ ...entry, text: 'New lamp.\nOld pole.' });
    expect((await historyOf(resident, id)).at(-1)).toMatchObject({ ...entry, text: null, name: null });
    expect(await eventsOf(id, 'ProofAdded')).toMatchObject([{ data: { id, reference, tehsil, imageId: kept(id)[0] } }]);
    // It belongs to no closure yet.
    expect(await rowOf(admin, id)).toMatchObject({ status: 'Open', closure: null, proof: null });
  });

  test('keeps when the camera says it was taken', async () => {
    const { admin, id } = await office();
    const proof = await proved(admin, id, fresh('2026-11-21T09:30:07'));
    const { rows } = await reports.pool.query('select taken_at::text from proofs where id = $1', [proof.id]);
    expect(rows).toEqual([{ taken_at: '2026-11-21 09:30:07' }]);
  });

  // The portal's zone is five hours ahead of UTC.
  test.each([
    ['2026-11-23T19:00:00Z', '2026-11-21T09:30:07', 3],
    ['2026-11-22T18:59:59Z', '2026-11-21T23:59:59', 1],
    ['2026-11-22T19:00:00Z', '2026-11-23T00:00:00', 0],
    ['2026-11-22T18:59:59Z', '2026-11-23T00:00:00', -1],
    ['2026-11-22T18:59:59Z', '', null],
  ])('that is sent at %s and was taken at "%s" tells everybody that it is %s days old', async (sent, taken, days) => {
    const { admin, id } = await office();
    const proof = await proved(admin, id, fresh(taken));
    await reports.pool.query('update proofs set at = $2 where id = $1', [proof.id, sent]);
    const answer = await get(null, `/api/proofs/${nameOf(proof.image)}`);
    const times = ProofTimes.strict().parse(await answer.json());
    expect([answer.status, Date.parse(times.at)]).toEqual([200, Date.parse(sent)]);
    expect(times).toMatchObject({ takenAt: taken || null, daysBefore: days });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test("has no times under another name, and a report's picture has none", async () => {
    const { tehsil, admin, id } = await office();
    const { image } = await proved(admin, id);
    const rows = await (await get(admin, '/adminrequests')).json();
    expect(rows).toMatchObject([{ id, tehsil, image: expect.stringMatching(/^uploads/) }]);
    const names = [
      '0'.repeat(32),
      `${nameOf(image)}.webp`,
      nameOf(image).toUpperCase(),
      nameOf(rows[0].image),
      '%00',
      id,
    ];
    for (const name of names.filter((one) => one !== nameOf(image))) {
      const answer = await get(null, `/api/proofs/${name}`);
      expect([name, answer.status, (await answer.json()).code]).toEqual([name, 404, 'not_found']);
      expect(answer.headers.get('cache-control') ?? '').not.toMatch(/immutable/);
    }
  });

  test('names the newest report of the tehsil that it is like', async () => {
    const { tehsil, admin, id } = await office();
    const other = await (await submit(await reports.resident(tehsil), form({ image: blob(fresh()) }))).json();
    const elsewhere = await office();
    const gone = '019aae3a-1f30-7f21-8a3b-7c9d2e4f6a01';
    expect((await proved(admin, id, fresh(`${gone} ${elsewhere.id} ${other.id} ${id}`))).alike).toBe(other.reference);
    expect((await proved(admin, id, fresh(`${gone} ${elsewhere.id}`))).alike).toBeNull();
  });
});

describe('a picture that was used before is refused, and not kept', () => {
  const refused = { status: 422, code: 'proof_reused', detail: 'This picture was used before. Take a new one.' };

  test("the report's own, by its bytes; another report's is taken", async () => {
    const picture = fresh();
    const { tehsil, admin, id } = await office(picture);
    const answer = await prove(admin, id, picture);
    expect([answer.status, await answer.json()]).toMatchObject([422, refused]);
    expect(kept(id)).toEqual([]);
    const other = await (await submit(await reports.resident(tehsil), form({ image: blob(fresh()) }))).json();
    await proved(admin, other.id, picture);
  });

  test('any earlier proof of the tehsil; in another tehsil it is new', async () => {
    const picture = fresh();
    const [{ tehsil, admin, id }, elsewhere] = [await office(), await office()];
    const other = await (await submit(await reports.resident(tehsil), form())).json();
    await proved(admin, id, picture);
    const [before] = kept(id);
    for (const again of [id, other.id]) {
      const answer = await prove(await reports.admin(tehsil), again, picture);
      expect([answer.status, await answer.json()]).toMatchObject([422, refused]);
    }
    expect([kept(id), kept(other.id)]).toEqual([[before], []]);
    await proved(elsewhere.admin, elsewhere.id, picture);
  });

  test('twice at once, for two reports: one is taken', async () => {
    const picture = fresh();
    const { tehsil, admin, id } = await office();
    const other = await (await submit(await reports.resident(tehsil), form())).json();
    const answers = await Promise.all([id, other.id, id, other.id].map((one) => prove(admin, one, picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect([...kept(id), ...kept(other.id)]).toHaveLength(1);
    const { rows } = await reports.pool.query('select from proofs where tehsil = $1', [tehsil]);
    expect(rows).toHaveLength(1);
  });
});

describe('what else is refused, in this order, with nothing kept', () => {
  test('without a token, a resident, another tehsil, no such report', async () => {
    const { resident, id } = await office();
    const elsewhere = await office();
    const status = async (who: { token: string } | null, one: string) => (await prove(who, one, 'bad')).status;
    expect(await status(null, id)).toBe(401);
    expect(await status(resident, id)).toBe(403);
    expect(await status(elsewhere.admin, id)).toBe(404);
    expect(await status(elsewhere.admin, 'not-an-id')).toBe(404);
    expect(await status(elsewhere.admin, '019aae3a-1f30-7f21-8a3b-7c9d2e4f6a01')).toBe(404);
    expect(kept(id)).toEqual([]);
  });

  test.each<[string, () => FormParts, number, string]>([
    [
      'a long note, before the picture',
      () => ({ note: 'x'.repeat(2001), image: blob('bad') }),
      400,
      'note: must be at most 2000 characters',
    ],
    [
      'a note with control characters',
      () => ({ note: 'a\0b', image: blob(fresh()) }),
      400,
      'note: must not contain control characters',
    ],
    ['no picture', () => ({ note: 'Done.' }), 400, 'Please select an image file.'],
    ['a text as the picture', () => ({ image: 'picture' }), 400, 'Please select an image file.'],
    ['a bad picture', () => ({ image: blob('bad') }), 400, 'The proof is bad.'],
    ['a large picture', () => ({ image: new Blob([new Uint8Array(2 ** 20 + 1)]) }), 413, 'Larger than 1 MB.'],
    [
      'a files service that fails',
      () => ({ image: blob('ill') }),
      503,
      'A part of the portal is not available. Please try again in a moment.',
    ],
  ])('%s', async (_what, parts, status, detail) => {
    const { admin, id } = await office();
    const answer = await prove(admin, id, parts());
    expect([answer.status, await answer.json()]).toMatchObject([status, { status, detail, message: detail }]);
    expect([kept(id), await eventsOf(id, 'ProofAdded')]).toEqual([[], []]);
    await proved(admin, id);
  });

  test('a body that is no form, a form that is cut off, an emptied field', async () => {
    const { admin, id } = await office();
    const post = async (type: string, body: string, who: TestCaller = admin) =>
      (await call(who, `/reports/${id}/proof`, { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await post('application/json', '{}')).toBe(415);
    expect(await post('multipart/form-data; boundary=x', '--x\r\nhalf')).toBe(400);
    const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nwhole\r\n--x\r\n';
    expect(await post('multipart/form-data; boundary=x', part)).toBe(400);
    const emptied = Buffer.concat([filePart('image', '', ''), end]).toString();
    expect(await post(multipart, emptied)).toBe(400);
    expect(kept(id)).toEqual([]);
    expect(await post('multipart/form-data; boundary=x', part, (await office()).admin)).toBe(404);
  });

  test('a document beside the picture is only read', async () => {
    const { admin, id } = await office();
    await proved(admin, id, { document: blob('bad'), image: blob(fresh()) });
    expect(kept(id)).toHaveLength(1);
  });

  test('too many in a day, of one administrator', async () => {
    const { tehsil, admin, id } = await office();
    for (let sent = 0; sent < 200; sent += 1) await reports.limits.proofs.count(admin.id);
    const answer = await prove(admin, id);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 80_000, kept(id)]).toEqual([429, true, []]);
    await proved(await reports.admin(tehsil), id);
  });
});

describe('a closure', () => {
  const close = async (admin: TestCaller, id: string) =>
    expect((await change(admin, id, { status: 'Closed' })).status).toBe(200);
  const answer = (who: TestCaller, id: string, body: object) =>
    call(who, `/reports/${id}/closure`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  async function requireClosed(admin: TestCaller, id: string) {
    const before = kept(id);
    const refusal = await prove(admin, id, { note: 'x'.repeat(3000) });
    expect([refusal.status, (await refusal.json()).code]).toEqual([409, 'already_closed']);
    expect(kept(id)).toEqual(before);
  }

  test('begins with the newest proof', async () => {
    const { admin, resident, id } = await office();
    await proved(admin, id);
    const { image } = await proved(admin, id);
    await close(admin, id);
    expect(await closureOf(resident, id)).toMatchObject({ attempt: 1, state: 'claimed', proof: image });
    expect(await rowOf(admin, id)).toMatchObject({ closure: 'claimed', proof: image });
    await requireClosed(admin, id);
  });

  test('without one is joined by the first that is sent in time, once', async () => {
    const { tehsil, admin, resident, id } = await office();
    await close(admin, id);
    const { etag } = await rowOf(admin, id);
    expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 1 });
    const statuses = await Promise.all([prove(admin, id), prove(admin, id)]).then((both) =>
      both.map(({ status }) => status),
    );
    expect(statuses.sort()).toEqual([201, 409]);
    const closure = await closureOf(resident, id);
    expect(closure).toMatchObject({ attempt: 1, state: 'claimed', proof: expect.stringContaining('uploads/') });
    const row = await rowOf(admin, id);
    expect(row).toMatchObject({ status: 'Closed', closure: 'claimed', proof: closure.proof });
    expect(row.etag).not.toBe(etag);
    expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 0 });
    expect(kept(id)).toHaveLength(1);
    await requireClosed(admin, id);
  });

  test('that was answered, whose time is over, or that nobody answered takes none', async () => {
    const [answered, late, unanswered] = [await office(), await office(), await office()];
    for (const { admin, id } of [answered, late, unanswered]) await close(admin, id);
    expect((await answer(answered.resident, answered.id, { answer: 'fixed' })).status).toBe(200);
    await reports.pool.query(`update closures set answer_by = now() - interval '1 second' where report_id = any($1)`, [
      [late.id, unanswered.id],
    ]);
    await reports.pool.query(`update closures set state = 'unanswered' where report_id = $1`, [unanswered.id]);
    for (const { admin, id } of [answered, late, unanswered]) await requireClosed(admin, id);
  });

  test('after a dispute needs a new one', async () => {
    const { tehsil, admin, resident, id } = await office();
    const picture = fresh();
    await proved(admin, id, picture);
    await close(admin, id);
    expect((await answer(resident, id, { answer: 'not-fixed', reason: 'Still dark.' })).status).toBe(200);
    expect((await change(admin, id, { status: 'Closed' })).status).toBe(422);
    expect((await prove(admin, id, picture)).status).toBe(422);
    const { image } = await proved(admin, id);
    await close(admin, id);
    expect(await closureOf(resident, id)).toMatchObject({ attempt: 2, state: 'claimed', proof: image });
    expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 0, disputed: 1 });
  });

  test('that is disputed while a proof waits for that is good with the proof', async () => {
    const { admin, id } = await office();
    await close(admin, id);
    const isWaiting = async () =>
      (
        await reports.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`,
        )
      ).rowCount === 1;
    const { sending } = await transaction(reports.pool, async (tx) => {
      await lockReport(tx, 'byId', id);
      const sent = prove(admin, id);
      await expect.poll(isWaiting).toBe(true);
      const closure = await lastClosure(tx, id);
      if (!closure) throw new Error('it is not closed');
      await endClosure(tx, {
        id: closure.id,
        state: 'disputed',
        by: 'resident',
        reason: 'Still dark.',
        status: 'Open',
      });
      // As an answer that came after the proof has it.
      await tx.query('update closures set answered_at = clock_timestamp() where id = $1', [closure.id]);
      return { sending: sent };
    });
    expect((await sending).status).toBe(201);
    await close(admin, id);
  });

  test('and a proof that are sent at once leave no proof unused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, resident, id } = await office();
      const [, proof] = await Promise.all([close(admin, id), proved(admin, id)]);
      expect((await closureOf(resident, id)).proof).toBe(proof.image);
    }
  });
});
