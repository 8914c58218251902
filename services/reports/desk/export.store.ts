/** A tehsil's reports as the columns of a CSV file, read a few at a time. */
import { type Db, onlyValue } from '@tma/kit';
import { newestFirst, type Rows } from './search.store.ts';

/** The columns of the file, each with the SQL of its text; `$1` is the current day. Each row is cut to this at once. */
const columns = {
  reference: 'reference',
  created: 'rfc3339(created_at)',
  issue: 'issue',
  status: 'status',
  schedule: 'schedule::text',
  due: 'due::text',
  overdue: `(due < $1::date and phase = 'open')::text`,
  location: 'location',
  description: 'description',
  reporter: 'reporter_name',
  contact: 'coalesce(reporter_contact, (select contact_number from people where people.id = reports.user_id))',
  assignee: '(select name from administrators where administrators.id = reports.assignee)',
  closed: 'rfc3339(closed_at)',
  closure: 'closure',
  disputes: 'disputes::text',
  lat: 'lat::text',
  long: 'long::text',
} as const;

export const exportColumns = Object.keys(columns);

/**
 * Claims the only download that an administrator may have at a time, whichever instance serves it, until the transaction ends.
 * @returns false while another one is under way
 */
export const claimDownload = (db: Db, adminId: string): Promise<boolean> =>
  // The number is any seed.
  onlyValue(db, 'select pg_try_advisory_xact_lock(hashtextextended($1, 7610017))', [`download ${adminId}`]);

/** Opens a cursor on reports, newest first, as texts of the columns. @param today `YYYY-MM-DD` */
export async function openCursor(db: Db, { condition, values }: Rows, today: string): Promise<void> {
  const day = `$${values.length + 1}`;
  const texts = Object.entries(columns).map(([name, text]) => `${text.replace('$1', day)} as ${name}`);
  const text = `select ${texts.join(', ')} from reports where ${condition} ${newestFirst}`;
  await db.query(`declare download no scroll cursor for ${text}`, [...values, today]);
}

/** The next rows of the cursor, each as the texts of the columns; none at its end. */
export async function fetchRows(db: Db, rows: number): Promise<(string | null)[][]> {
  const text = `fetch ${rows} from download`;
  return (await db.query<(string | null)[]>({ text, rowMode: 'array' })).rows;
}
