import { issueNames, Nearby, RequestRow } from '@tma/contracts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fillPlaces } from '../report/places/write-places.ts';
import { type FormParts, form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';
import { canBeAlike } from './nearby.store.ts';

const desk = await startDesk({ RATE_LIMIT_NEARBY: 60 });
afterAll(() => desk.stop());

/** Of a tehsil of its own for each test. */
let [tehsil, tehsils] = ['', 0];
let [ali, sana, office]: TestCaller[] = [];
beforeEach(async () => {
  tehsils += 1;
  tehsil = `Tehsil ${tehsils}`;
  ali = await desk.reports.resident(tehsil);
  sana = await desk.reports.resident(tehsil);
  office = await desk.admin('Omar Shah', tehsil, 'clerk');
});

const dust = issueNames[0] ?? '';
const here = { lat: '34.2', long: '72.05' };
/** As many metres to the north. */
const north = (metres: number) => ({ ...here, lat: String(34.2 + metres / 111_195.08) });
const submit = async (changes: FormParts = here, who = ali) =>
  RequestRow.parse(await (await desk.submit(who as TestCaller, form(changes))).json());
const ask = async (query: Record<string, string>, who = sana) => {
  const answer = await desk.get(who ?? null, `/api/nearby?${new URLSearchParams({ issue: dust, ...query })}`);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return z.array(Nearby.strict()).parse(await answer.json());
};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('near a point', () => {
  test('are open reports of the same type in the tehsil, the nearest first, five at most', async () => {
    const far = await submit(north(251));
    const near: string[] = [];
    for (const metres of [240, 10, 100, 50, 150, 200]) near.push((await submit(north(metres))).id);
    await submit({ ...here, issue: issueNames[1] });
    await submit(here, await desk.reports.resident('Elsewhere'));
    await submit({});
    const found = await ask(here);
    expect(idsOf(found)).toEqual([1, 3, 2, 4, 5].map((place) => near[place]));
    const metres = [10, 50, 100, 150, 200];
    for (const [place, { distance }] of found.entries())
      expect(Math.abs((distance ?? 0) - (metres[place] ?? 0)), `${distance}`).toBeLessThan(8);
    expect(found[0]).toMatchObject({ location: 'Bazaar road 5', supports: 0, supported: false, status: 'Open' });
    expect(JSON.stringify(found)).not.toContain('Ayesha');
    expect(idsOf(await ask({ ...north(400), accuracy: '20' }))).toContain(far.id);
    expect(idsOf(await ask({ ...north(-300), accuracy: '300' }))).not.toContain(far.id);
  });

  test('not those that are hidden, ended, duplicates or one’s own; the office sees those of all people', async () => {
    const [hidden, ended, same, own, left] = [
      await submit(),
      await submit(),
      await submit(),
      await submit(here, sana),
      await submit(),
    ];
    await desk.reports.pool.query('update reports set hidden = true where id = $1', [hidden.id]);
    await desk.change(office ?? null, ended.id, { status: 'Dropped' });
    await desk.send(office ?? null, 'PUT', `/reports/${same.id}/duplicate`, { of: left.reference });
    await desk.call(sana ?? null, `/reports/${left.id}/support`, { method: 'PUT' });
    expect(await ask(here)).toMatchObject([{ id: left.id, supports: 1, supported: true }]);
    expect(await ask(here, office)).toMatchObject([{ id: left.id, supported: false }, { id: own.id }]);
  });

  test('for residents the rounded point counts, for the office the exact one', async () => {
    const { id } = await submit({ lat: '34.200049', long: '72.050049' });
    expect(await ask(here)).toMatchObject([{ id, distance: 0 }]);
    expect(await ask(here, office)).toMatchObject([{ id, distance: 7 }]);
  });

  test.each([
    [{}, 'A point or a location is needed.'],
    [{ lat: '34' }, 'lat and long must come together'],
    [{ lat: '', long: '', location: ' ' }, 'A point or a location is needed.'],
    [{ lat: '91', long: '72' }, 'lat: must be from -90 to 90'],
    [{ lat: '34', long: 'east' }, 'long: must be a decimal number'],
    [{ ...here, accuracy: '-1' }, 'accuracy: must be from 0 to 10000'],
    [{ ...here, issue: 'Anything' }, 'issue: must be one of the issue types'],
  ])('%j is refused', async (query, detail) => {
    const answer = await desk.get(sana ?? null, `/api/nearby?${new URLSearchParams({ issue: dust, ...query })}`);
    expect([answer.status, (await answer.json()).detail]).toEqual([400, detail]);
  });

  test('certificates have nothing near, crew may not ask, and too many calls are answered 429', async () => {
    expect(await ask({ ...here, issue: issueNames.at(-1) ?? '' })).toEqual([]);
    const crew = await desk.admin('Nasir Ali', tehsil, 'crew');
    expect((await desk.get(crew, `/api/nearby?issue=${dust}&location=x`)).status).toBe(403);
    const nosy = await desk.reports.resident(tehsil);
    const path = `/api/nearby?${new URLSearchParams({ issue: dust, ...here })}`;
    const answers = await Promise.all(Array.from({ length: 61 }, () => desk.get(nosy, path)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('by the words of a place', () => {
  /** Of one place: as it was reported, and as somebody else would write it. */
  const pairs = [
    ['Canal Road near the second bridge', 'nehar road, pul ke paas'],
    ['جامع مسجد کے سامنے، بینک روڈ', 'Bank Road, opposite Jamia Masjid'],
    ['Main Bazaar opposite the mosque', 'main bazar masjid ke samne'],
    ['گورنمنٹ ہائی سکول کے پیچھے', 'Behind the government high school'],
    ['ريلوے اسٹيشن چوك', 'ریلوے سٹیشن چوک'],
    ['Mohalla Sheikhan, Street 4', 'محلہ شیخاں گلی نمبر ۴'],
    ['College Chowk', 'kalij chok'],
    ['شوگر مل روڈ، پھاٹک کے پاس', 'Sugar Mill Road, at the level crossing'],
    ['Hospital Road near Shaheen pharmacy', 'ہسپتال روڈ شاہین فارمیسی'],
    ['Sector B, block 12', 'سیکٹر بی بلاک 12'],
    ['Bus stand, east gate', 'bus adda, mashriqi gate'],
    ['قبرستان کے قریب، پرانی سبزی منڈی', 'purani sabzi mandi graveyard'],
  ] as const;
  const others = [
    'Market',
    'Park',
    'Post office',
    'Police station',
    'Girls college',
    'Water tank',
    'Petrol pump',
    'Eidgah',
    'Stadium',
    'Bakery',
  ].flatMap((place) =>
    ['Iqbal Town', 'Gulshan colony', 'Sikandar Abad', 'Rustam Road', 'Katlang'].map((part) => `${place}, ${part}`),
  );

  test('most places are found among five, whether written in English, Roman Urdu or Urdu', async () => {
    const pool = desk.reports.pool;
    await pool.query(
      `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, due, image, created_at, updated_at)
       select gen_random_uuid(), 'P' || n || $3, 'A', $4, location, 'D', $3, 'Open', 'open', now(), 'i', now() - n * interval '1 hour', now()
       from unnest($1::text[] || $2::text[]) with ordinality as made (location, n)`,
      [pairs.map(([reported]) => reported), others, tehsil, dust],
    );
    // What somebody made up in the database is filled in later.
    await fillPlaces(pool, new AbortController().signal);
    const missed: string[] = [];
    for (const [reported, asked] of pairs) {
      const found = (await ask({ location: asked }, office)).map(({ location }) => location);
      if (!found.includes(reported)) missed.push(`${asked}: ${found.join(' | ')}`);
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
    expect(await ask({ location: 'Xylophone factory' }, office)).toEqual([]);
  });

  test('places that the quick comparison leaves out are not alike, however long the words are', async () => {
    const { rows } = await desk.reports.pool.query<Record<'alike' | 'missed' | 'spared', number>>(
      // Made up, of one to thirty words, the same each time.
      `with places as materialized (
         select place, words, place_bits(words) as bits from (
           select place, string_agg(translate(substr(md5('word ' || word), 1, 3 + word % 4), '0123456789', 'ghjklmnprs'), ' ') as words
           from generate_series(1, 300) as place cross join generate_series(1, 1 + place % 5 + place % 60 / 55 * 25) as n
           cross join lateral (select ascii(md5(place || ' ' || n)) * (n + place) % 90 as word) as picked group by place
         ) as made
       ), pairs as materialized (
         select one.bits, other.bits as other_bits,
           (word_similarity(one.words, other.words) + word_similarity(other.words, one.words)) / 2 as score
         from places as one join places as other on other.place between one.place + 1 and one.place + 20
       )
       select count(*) filter (where score >= 0.45)::int as alike, count(*) filter (where score >= 0.45 and not compared)::int as missed,
         count(*) filter (where not compared)::int as spared
       from pairs cross join lateral (select ${canBeAlike('bits', 'other_bits')} as compared) as compared`,
    );
    expect(rows[0]?.alike).toBeGreaterThan(100);
    expect(rows[0]?.spared).toBeGreaterThan(1000);
    expect(rows[0]?.missed).toBe(0);
  });

  test('the most similar come first, also those with a point, without distance; nothing that is old or ended', async () => {
    const exact = await submit({ location: 'Nehar road pul' });
    const alike = await submit({ ...here, location: 'Canal road, third bridge' });
    const ended = await submit({ location: 'Nehar road pul' });
    await desk.change(office ?? null, ended.id, { status: 'Closed' });
    const again = await submit({ location: 'Nehar road pul' });
    await desk.change(office ?? null, again.id, { status: 'Closed' });
    await desk.change(office ?? null, again.id, { status: 'Open' });
    const old = await submit({ location: 'Nehar road pul' });
    await desk.reports.pool.query(
      `update report_places set created_at = now() - interval '13 weeks' where report_id = $1`,
      [old.id],
    );
    const found = await ask({ location: 'canal road, bridge' });
    expect(idsOf(found)).toEqual([again.id, exact.id, alike.id]);
    expect(found.map(({ distance }) => distance)).toEqual([null, null, null]);
    expect(await ask({ location: '؟!' })).toEqual([]);
  });
});
