/** Databases of reports that are found by words of every frequency. */
import { createDatabase } from '@tma/kit/testing';
import type pg from 'pg';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { fillReports, residentsFor } from '../infra/seed/fill.ts';
import type { Indexed } from '../services/reports/report/search/words.store.ts';
import { keysOf } from '../services/reports/report/search/words.ts';

const migrations = new URL('../services/reports/schema/', import.meta.url);
export const tehsil = 'Sahiwal';

/** The words that are looked for, with the share of the reports, of `reports`, that have each. */
const shares = (reports: number) => ({ everywhere: 0.7, onepercent: 0.01, tenonly: 10 / reports });
/** Two words, of a tenth of the reports each, that are never together. */
const pair = ['pairone', 'pairtwo'];
/** Other words of a report, of a vocabulary in which a few are frequent. */
const others = { each: 14, vocabulary: 30_000 };

/** The same numbers in every run, from 0 to just under 1. */
function dice(seed = 7) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

function wordsFor(reports: number) {
  const roll = dice();
  const letters = (length: number) =>
    Array.from({ length }, () => 'abcdefghijklmnopqrstuvwyz'[Math.floor(25 * roll())]).join('');
  const vocabulary = Array.from({ length: others.vocabulary }, () => letters(3 + Math.floor(8 * roll())));
  return () => [
    ...Array.from({ length: others.each }, () => vocabulary[Math.floor(others.vocabulary ** roll()) - 1] ?? ''),
    ...Object.entries(shares(reports)).flatMap(([word, share]) => (roll() < share ? [word] : [])),
    pair[Math.floor(10 * roll())] ?? '',
  ];
}

/** A database of one tehsil's reports of two years, with their words and a vacuumed index. */
export async function searchableDatabase(cluster: string, reports: number, print: (line: string) => void) {
  const database = await createDatabase(cluster, migrations);
  return withClient(database.url, async (client) => {
    // One by one they would take five times as long.
    await client.query('alter table reports disable trigger note_missing_words');
    await client.query('drop index report_words_by_key');
    const people = { seed: 1, tehsils: [tehsil], residents: residentsFor(reports) };
    await fillReports(database.url, people, reports, ['uploads/none.webp'], (made) => {
      if (made % 200_000 === 0) print(`${made} of ${reports} reports`);
    });
    await insertWords(client, wordsFor(reports));
    print('words');
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(
      'create index report_words_by_key on report_words using gin (keys) with (gin_pending_list_limit = 256)',
    );
    await client.query('vacuum analyze report_words');
    return database;
  });
}

async function insertWords(client: pg.Client, more: () => string[]) {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<Indexed & { id: string }>(
      `select id, reference, location, description, reporter_name as name, tehsil from reports where id > $1 order by id limit 5000`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const keys = rows.map((report) => {
      const description = [report.description, ...more()].join(' ');
      return JSON.stringify(keysOf({ ...report, description }));
    });
    await client.query(
      `insert into report_words (report_id, keys)
       select id, array_to_tsvector(array(select jsonb_array_elements_text(keys::jsonb)))
       from unnest($1::uuid[], $2::text[]) as given (id, keys)`,
      [rows.map(({ id }) => id), keys],
    );
  }
}
