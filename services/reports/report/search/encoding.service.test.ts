import { issueNames } from '@tma/contracts';
import { connectDb, createLog, migrate } from '@tma/kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { plan } from '../../plan.ts';
import { calls, form, startReports } from '../../testing/index.ts';

const { clusterUrl } = inject('backing');
const admin = new pg.Client({ connectionString: clusterUrl });
const made: string[] = [];

/** Creates a database as somebody might by hand. @returns its URL */
async function createBy(how: string): Promise<string> {
  const name = `by_hand_${made.length}_${process.pid}`;
  await admin.query(`create database ${name} template template0 ${how}`);
  made.push(name);
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  await migrate(url, plan.schema, createLog('testing', 'warn'));
  return url;
}
beforeAll(() => admin.connect());
afterAll(async () => {
  for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

test.each(['LATIN1', 'SQL_ASCII'])('a database in %s is refused at the start, in words', async (encoding) => {
  const connectionString = await createBy(`encoding '${encoding}' locale_provider libc locale 'C'`);
  const there = await startReports();
  const pool = connectDb(connectionString, createLog('testing', 'silent'));
  try {
    await expect(plan.build({ ...there, pool })).rejects.toThrow(
      new RegExp(`has the encoding ${encoding}, in which reports in Urdu .* "encoding UTF8 template template0"`),
    );
  } finally {
    await pool.end();
    await there.stop();
  }
});

test('a database in the locale C is accepted: no word depends on it', async () => {
  const url = await createBy(`encoding 'UTF8' locale_provider libc locale 'C'`);
  const there = await startReports({}, () => url);
  try {
    const api = calls(there);
    const [ali, office] = [await there.resident('ساہیوال', { first_name: 'عائشہ' }), await there.admin('ساہیوال')];
    expect((await api.submit(ali, form({ description: 'پانی کی لائن' }))).status).toBe(201);
    for (const q of ['پاني', 'لا', 'عایشہ', 'KHAN']) {
      const rows = await (await api.get(office, `/adminrequests?q=${encodeURIComponent(q)}`)).json();
      expect(rows, q).toHaveLength(1);
    }
    // Nor what is alike: trigrams of Postgres know no Urdu here.
    expect((await api.submit(ali, form({ location: 'جامع مسجد کے سامنے' }))).status).toBe(201);
    const query = new URLSearchParams({ issue: issueNames[0] ?? '', location: 'جامع مسجد' });
    expect(await (await api.get(office, `/api/nearby?${query}`)).json()).toHaveLength(1);
  } finally {
    await there.stop();
  }
});
