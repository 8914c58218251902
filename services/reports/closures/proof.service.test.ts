/** A picture of finished work: what is taken, and what is refused. */
import { ProofTimes } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { type FormParts, form, startReports, type TestCaller } from '../testing/index.ts';
import { end, filePart, multipart } from '../testing/multipart.ts';
import { blob, fresh, proving } from '../testing/proofs.ts';
import { hasLookalike, lockProofs } from './proofs.store.ts';

const reports = await startReports();
const { call, get, submit, office, prove, proved, rowOf, kept } = proving(reports);
afterAll(() => reports.stop());

const nameOf = (image: string) => image.replace(/^uploads\/|\.webp$/g, '');
const historyOf = async (who: TestCaller, id: string) => (await get(who, `/reports/${id}/history`)).json();
/** How many wait for others' proofs of their tehsil. */
const waitForProofs = async () =>
  (
    await reports.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    )
  ).rowCount;

describe('a picture of finished work', () => {
  test('is in the history of the report, and an event tells the files service; its note is for administrators', async () => {
    const { tehsil, resident, admin, id, reference } = await office();
    const proof = await proved(admin, id, { image: blob(fresh()), note: '  New lamp.\r\nOld pole. ' });
    expect(proof.alike).toBeNull();
    expect(Math.abs(Date.parse(proof.at) - Date.now())).toBeLessThan(10_000);
    const entry = { kind: 'proved', at: proof.at, status: 'Open', by: 'administration', image: proof.image };
    expect((await historyOf(admin, id)).at(-1)).toMatchObject({ ...entry, text: 'New lamp.\nOld pole.' });
    expect((await historyOf(resident, id)).at(-1)).toMatchObject({ ...entry, text: null, name: null });
    expect(await reports.eventsOf(id, 'ProofAdded')).toMatchObject([
      { data: { id, reference, tehsil, imageId: kept(id)[0] } },
    ]);
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

  test('names the newest report of the tehsil whose picture it resembles', async () => {
    const { tehsil, admin, id } = await office();
    const other = await (await submit(await reports.resident(tehsil), form({ image: blob(fresh()) }))).json();
    const elsewhere = await office();
    const gone = '019aae3a-1f30-7f21-8a3b-7c9d2e4f6a01';
    expect((await proved(admin, id, fresh(`${gone} ${elsewhere.id} ${other.id} ${id}`))).alike).toBe(other.reference);
    expect((await proved(admin, id, fresh(`${gone} ${elsewhere.id}`))).alike).toBeNull();
  });

  test('names it later, too: to administrators of the tehsil, and to the reporter if it is this report', async () => {
    const { tehsil, resident, admin, id, reference } = await office();
    const other = await (await submit(resident, form({ image: blob(fresh()) }))).json();
    const like = nameOf((await proved(admin, other.id, fresh(id))).image);
    const unlike = nameOf((await proved(admin, other.id)).image);
    const elsewhere = await office();
    const told = async (who: TestCaller | null, name: string) => {
      const answer = await get(who, `/api/proofs/${name}`);
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Authorization']);
      expect(answer.headers.get('cache-control')).toMatch(who ? /^private, / : /^public, /);
      return ProofTimes.strict().parse(await answer.json()).alike;
    };
    expect(await told(await reports.admin(tehsil), like)).toBe(reference);
    expect(await told(admin, unlike)).toBeNull();
    for (const who of [null, resident, elsewhere.admin]) expect(await told(who, like)).toBeUndefined();
    expect((await get({ ...admin, token: `${admin.token}x` }, `/api/proofs/${like}`)).status).toBe(401);
    // Its reporter sees it where it is this very report.
    const own = nameOf((await proved(admin, id, fresh(id))).image);
    expect(await told(resident, own)).toBe(reference);
    for (const who of [null, await reports.resident(tehsil)]) expect(await told(who, own)).toBeUndefined();
  });
});

/** As many ones at the end of 64 bits. */
const bits = (ones: number) => '1'.repeat(ones).padStart(64, '0');

describe('a picture that was used before is refused, and not kept', () => {
  const refused = { status: 422, code: 'proof_reused', detail: 'This picture was used before. Take a new one.' };

  test('the picture of the report itself, by its bytes; that of another report is accepted', async () => {
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

  test('one that looks the same as an earlier proof of the tehsil; in another tehsil it is new', async () => {
    const [{ tehsil, admin, id }, elsewhere] = [await office(), await office()];
    const other = await (await submit(await reports.resident(tehsil), form())).json();
    await proved(admin, id, fresh(bits(10)));
    const [before] = kept(id);
    for (const picture of [bits(10), bits(12), bits(8), `${bits(14)} ${bits(11)}`]) {
      const answer = await prove(admin, other.id, fresh(picture));
      expect([answer.status, await answer.json()]).toMatchObject([422, refused]);
    }
    expect([kept(id), kept(other.id)]).toEqual([[before], []]);
    await proved(elsewhere.admin, elsewhere.id, fresh(bits(10)));
    // Three bits are another picture, and so is one of which nothing can be compared.
    for (const picture of [bits(13), bits(7), 'nothing']) await proved(admin, other.id, fresh(picture));
  });

  test('two that look the same, at once, for two reports: one is accepted', async () => {
    const { tehsil, admin, id } = await office();
    const other = await (await submit(await reports.resident(tehsil), form())).json();
    const answers = await transaction(reports.pool, async (tx) => {
      await lockProofs(tx, tehsil);
      const sent = Promise.all([id, other.id, id, other.id].map((one) => prove(admin, one, fresh(bits(9)))));
      // One of each report has come as far as that; neither has looked for the other's picture.
      await expect.poll(waitForProofs).toBe(2);
      return { sent };
    });
    expect((await answers.sent).map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  test('the same one twice at once, for two reports: one is accepted', async () => {
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

test('among 100,000 proofs of a tehsil the one that is the same is found in a fraction of a second', async () => {
  const { tehsil, id } = await office();
  // In pieces, each far below the time that a statement has.
  for (let first = 1; first < 100_000; first += 10_000) {
    await reports.pool.query(
      `insert into proofs (id, report_id, tehsil, sent_by, image, sha256, hash)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), number, number, ('x' || md5(number::text))::bit(64)
       from generate_series($3::int, $3::int + 9999) number`,
      [id, tehsil, first],
    );
  }
  await reports.pool.query('vacuum analyze proofs');
  const { rows } = await reports.pool.query(`select hash::text from proofs where tehsil = $1 and sha256 = '50000'`, [
    tehsil,
  ]);
  const hash: string = rows[0]?.hash;
  /** Forms that have nothing in common with it but a few bits. */
  const cropped = Array.from({ length: 80 }, (_, index) => hash.slice(index % 64) + hash.slice(0, index % 64));
  const lookOnce = async (picture: string) => {
    const begun = performance.now();
    const isThere = await hasLookalike(reports.pool, tehsil, { hash: picture, cropped: [...cropped, picture] });
    return { isThere, ms: performance.now() - begun };
  };
  /** The best of three: others use the machine, too. */
  const look = async (picture: string) => {
    const looks = [await lookOnce(picture), await lookOnce(picture), await lookOnce(picture)];
    return { isThere: looks.map(({ isThere }) => isThere), ms: Math.min(...looks.map(({ ms }) => ms)) };
  };
  await lookOnce(hash);
  const [found, none] = [await look(hash), await look(bits(31))];
  expect([found.isThere, none.isThere]).toEqual([Array(3).fill(true), Array(3).fill(false)]);
  expect(Math.max(found.ms, none.ms)).toBeLessThan(1000);
});

describe('what else is refused, in this order, with nothing stored', () => {
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
    expect([kept(id), await reports.eventsOf(id, 'ProofAdded')]).toEqual([[], []]);
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

  test('a document beside the picture is read and ignored', async () => {
    const { admin, id } = await office();
    await proved(admin, id, { document: blob('bad'), image: blob(fresh()) });
    expect(kept(id)).toHaveLength(1);
  });

  test('too many of one administrator in a day', async () => {
    const { tehsil, admin, id } = await office();
    for (let sent = 0; sent < 200; sent += 1) await reports.limits.proofs.count(admin.id);
    const answer = await prove(admin, id);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 80_000, kept(id)]).toEqual([429, true, []]);
    await proved(await reports.admin(tehsil), id);
  });
});
