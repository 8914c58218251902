/** What of staff this service writes down for the audit log. */
import type { EventData } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { calls, form, startReports, type TestCaller } from '../testing/index.ts';

const reports = await startReports();
const api = calls(reports);
const ali = await reports.resident('Sahiwal');
const { id, reference } = await (await api.submit(ali, form())).json();
afterAll(() => reports.stop());

const set = (who: TestCaller, path: string, body: object) => api.send(who, 'PUT', path, body);
/** What the log will say of an administrator, oldest first. */
async function actsOf({ id: by }: TestCaller) {
  const { rows } = await reports.pool.query<{ data: EventData<'StaffActed'> }>(
    `select payload::json -> 'data' as data from outbox where topic = 'tma.audit.v1' and key = $1 order by position`,
    [by],
  );
  expect(rows.every(({ data }) => data.by === by && data.tehsil === 'Sahiwal')).toBe(true);
  return rows.map(({ data: { kind, about, detail, person } }) => [kind, person ?? about, detail]);
}
const contact = (who: TestCaller) => api.get(who, `/request-contact/${ali.id}`);

describe('a contact number that is read', () => {
  test('is in the audit log once a day for each administrator, however many calls come at once, without the number', async () => {
    const [admin, other] = [await reports.admin('Sahiwal'), await reports.admin('Sahiwal')];
    const answers = await Promise.all(Array.from({ length: 8 }, () => contact(admin)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    // The log has one spelling of each id: the hash of an entry is of what is read there later.
    await api.get(other, `/request-contact/${ali.id.toUpperCase()}`);
    for (const one of [admin, other]) expect(await actsOf(one)).toEqual([['contact-read', ali.id, null]]);
    await reports.pool.query('update contact_reads set day = day - 1 where admin_id = $1', [admin.id]);
    await contact(admin);
    expect(await actsOf(admin)).toHaveLength(2);
  });

  test('is not answered when it cannot be logged', async () => {
    const admin = await reports.admin('Sahiwal');
    await reports.pool.query('alter table outbox rename to outbox_away');
    try {
      const answer = await contact(admin);
      expect([answer.status, await answer.text()]).toEqual([
        expect.toSatisfy((status) => status >= 500),
        expect.not.stringContaining('0300'),
      ]);
    } finally {
      await reports.pool.query('alter table outbox_away rename to outbox');
    }
    expect((await contact(admin)).status).toBe(200);
    expect(await actsOf(admin)).toHaveLength(1);
  });

  test('is not logged where there is none to read', async () => {
    const stranger = await reports.admin('Okara');
    expect((await contact(stranger)).status).toBe(404);
    expect(await actsOf(stranger)).toEqual([]);
  });
});

test('downloads, deadlines, holidays, hiding and removed pictures are in the audit log, and nothing where nothing changed', async () => {
  const admin = await reports.admin('Sahiwal');
  const deadline = { issue: 'Street Lights Repair', days: 4 };
  for (const _time of [1, 2]) expect((await set(admin, '/api/deadlines', deadline)).status).toBe(200);
  const day = '2027-05-05';
  for (const name of ['Day of the canal', 'Day of the canal', null])
    expect((await set(admin, '/api/holidays', { day, name })).status).toBe(200);
  for (const hidden of [true, true, false])
    expect(
      (await set(admin, `/reports/${id}/hidden`, { hidden, reason: hidden ? 'A number 0300 7654321' : '' })).status,
    ).toBe(200);
  const reason = { method: 'DELETE', body: '{"reason":"A face"}', headers: { 'content-type': 'application/json' } };
  for (const _time of [1, 2]) expect((await api.call(admin, `/reports/${id}/image`, reason)).status).toBe(204);
  expect((await api.call(admin, '/adminrequests.csv', { method: 'HEAD' })).status).toBe(200);
  const download = await api.get(admin, '/adminrequests.csv');
  const [, name] = /filename="(.+)"/.exec(download.headers.get('content-disposition') ?? '') ?? [];
  await download.text();
  expect(await actsOf(admin)).toEqual([
    ['deadline-changed', 'Street Lights Repair', '4'],
    ['holiday-changed', 'Day of the canal', day],
    ['holiday-changed', 'Day of the canal', `${day} removed`],
    ['hidden', reference, null],
    ['shown', reference, null],
    ['picture-removed', reference, 'A face'],
    ['list-downloaded', name, null],
  ]);
});
