/** A report for somebody without an account: what is kept, what the administration sees, and who is written to. */
import { issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import { saveReport } from './save-report.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

async function submit(email: string | null) {
  const id = uuid();
  const submission = {
    issue: issueNames[0] ?? '',
    location: 'Bank Road',
    description: 'Dust.',
    schedule: null,
    tehsil: desk.tehsil,
    name: 'Bilal Shah',
    status: 'Open',
  };
  const by = { via: 'counter', enteredBy: uuid(), system: null } as const;
  const caller = { audience: null, email, language: 'ur', contact: '0300', ...by } as const;
  const image = { id: uuid(), path: `uploads/${id}.webp` };
  const settings = { perDay: 1, timeZone: 'Asia/Karachi' };
  await saveReport(desk.reports.pool, { id, caller, key: null, submission, image, documentId: null }, settings);
  return id;
}

test('it belongs to no account, so no daily limit applies', async () => {
  const [first, second] = [await submit(null), await submit(null)];
  const { rows } = await desk.reports.pool.query(
    `select user_id, reporter_name, via, made_by from reports join history on report_id = reports.id where reports.id = any($1)`,
    [[first, second]],
  );
  const row = { user_id: null, reporter_name: 'Bilal Shah', via: 'counter', made_by: 'administration' };
  expect(rows).toEqual([row, row]);
});

test('with an address they get mails like any reporter, without one nobody does', async () => {
  const [reached, silent] = [await submit('bilal@example.org'), await submit(null)];
  for (const id of [reached, silent]) await desk.note(desk.farid, id, { text: 'It is ordered.', public: true });
  for (const type of ['ReportCreated', 'NoteAdded'] as const) {
    const [[told], [untold]] = [await desk.events(reached, type), await desk.events(silent, type)];
    expect(told.reporter).toMatchObject({ id: null, name: 'Bilal Shah', email: 'bilal@example.org', language: 'ur' });
    expect(untold.reporter).toBeNull();
  }
});
