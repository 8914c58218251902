import { expect, inject, test } from 'vitest';
import { calls, form, startReports, type TestService } from '../testing/index.ts';
import { pgBouncerVersion, startPgBouncer } from '../testing/pgbouncer.ts';

/** A report's life: submitted, twice with one key, changed, and read in every way. */
async function live(reports: TestService) {
  const { submit, change, answer, get } = calls(reports);
  const [ali, admin] = [await reports.resident('Sahiwal'), await reports.admin('Sahiwal')];
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await submit(ali, form(), key);
  const { id } = await first.clone().json();
  const answers = [
    first,
    await submit(ali, form(), key),
    await change(admin, id, { status: 'Closed' }),
    await answer(ali, id, { answer: 'not-fixed', reason: 'Dust again.' }),
    await change(admin, id, { status: 'In Progress' }),
    ...(await Promise.all(
      [
        '/adminrequests',
        '/adminrequests?filter=disputed',
        '/adminrequests/counts',
        '/api/stats?tehsil=Sahiwal',
        `/request-contact/${ali.id}`,
      ].map((path) => get(admin, path)),
    )),
    ...(await Promise.all(
      [`/reports/${id}/history`, `/reports/${id}/closure`, `/rest/v1/requests?user_id=eq.${ali.id}`].map((path) =>
        get(ali, path),
      ),
    )),
  ];
  return answers.map(({ status }) => status);
}
const alive = [201, 200, ...Array(11).fill(200)];
/** As many at once as have every connection of the pool carry out every statement. */
const manyLives = async (reports: TestService) => {
  for (const statuses of await Promise.all(Array.from({ length: 20 }, () => live(reports))))
    expect(statuses).toEqual(alive);
};

test('connections that have planned their statements go on while migrations add columns', async () => {
  const reports = await startReports();
  try {
    await manyLives(reports);
    const { rows } = await reports.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of rows) await reports.pool.query(`alter table ${name} add column added_later text`);
    await manyLives(reports);
  } finally {
    await reports.stop();
  }
});

const version = pgBouncerVersion();
const isNew = version !== null && version >= 1.21;
const why = isNew
  ? ''
  : ` (not tried: ${version === null ? 'PgBouncer is not installed' : `PgBouncer ${version} is older than 1.21`})`;
test.runIf(isNew)(`a service works through PgBouncer, where transactions share connections${why}`, async () => {
  const pooler = await startPgBouncer(inject('backing').clusterUrl);
  const reports = await startReports({}, pooler.through);
  try {
    await manyLives(reports);
    const { rows } = await reports.pool.query(
      'select count(*)::int as connections from pg_stat_activity where datname = current_database()',
    );
    // Ten of the service's share two.
    expect(rows[0]?.connections).toBeLessThanOrEqual(2);
  } finally {
    await reports.stop();
    await pooler.stop();
  }
});
