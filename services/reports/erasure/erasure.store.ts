/** What goes of a person whose account was deleted, table by table. */
import { deletedUser } from '@tma/contracts';
import { allValues, execute, firstRow, type Tx } from '@tma/kit';
import { lockInOrder } from '../report/locks.store.ts';

/** Locks what a person sent under which Idempotency-Key: whoever sends something again with a key that has expired locks it first. */
export const lockKeysOf = (tx: Tx, userId: string) =>
  execute(tx, 'select from idempotency_keys where user_id = $1 order by key for update', [userId]);

/** Erases a person. The row stays, so that a late event or a token that is still valid does not bring them back. */
export const erasePerson = (tx: Tx, id: string) =>
  execute(
    tx,
    `insert into people (id, erased) values ($1, true)
     on conflict (id) do update set contact_number = null, tehsil = null, language = null, email = null,
       erased = true`,
    [id],
  );

/**
 * Locks all reports of a person, who is locked, and those that they support, in the order in which others lock several. Another
 * statement finds them first: one that did both would leave out rows that others changed while it waited for them.
 */
export async function lockReportsOf(tx: Tx, userId: string): Promise<void> {
  const text = 'select id from reports where user_id = $1 union select report_id from supports where user_id = $1';
  await lockInOrder(tx, await allValues<string>(tx, text, [userId]));
}

/** What a person supports; those reports are locked. */
export const supportedBy = (tx: Tx, userId: string) =>
  allValues<string>(tx, 'select report_id from supports where user_id = $1', [userId]);

/** Forgets what a person said of closures of reports that they support, and their words with it. */
export async function eraseAnswers(tx: Tx, userId: string): Promise<void> {
  const words = 'select history_seq from supporter_answers where user_id = $1';
  await execute(tx, `update history set text = null where seq in (${words})`, [userId]);
  await execute(tx, 'delete from supporter_answers where user_id = $1', [userId]);
}

/** Locks a report. @returns whose it is; null when none has the reference */
export const lockByReference = (tx: Tx, reference: string) =>
  firstRow<{ id: string; user_id: string | null }>(
    tx,
    'select id, user_id from reports where reference = $1 for no key update',
    [reference],
  );

/**
 * Removes who reported them, with an account or without, and their documents from reports, which are locked and stay. Of a shared one
 * `updated_at` changes, too: whoever asks for what has changed has to forget its words and picture.
 * @param whose whether the id is the reporter's, or that of one report
 * @returns the ids of the reports
 */
export const eraseReporter = (tx: Tx, whose: 'user_id' | 'id', id: string) =>
  allValues<string>(
    tx,
    `update reports set user_id = null, reporter_name = $2, reporter_email = null, reporter_contact = null,
       reporter_language = null, document = null, shared = false, version = version + 1,
       updated_at = case when shared then moment(id) else updated_at end
     where ${whose} = $1 returning id`,
    [id, deletedUser],
  );

/** Forgets under which Idempotency-Key a report, or all that a person sent, was sent. */
export const deleteKeysOf = (tx: Tx, whose: 'user_id' | 'report_id', id: string) =>
  execute(tx, `delete from idempotency_keys where ${whose} = $1`, [id]);

/** Removes what a person said of closures of their reports; these are locked. */
export const eraseReasons = (tx: Tx, reportIds: readonly string[]) =>
  execute(tx, 'update closures set reason = null where report_id = any($1) and reason is not null', [reportIds]);

/** Removes a person's words, and those to them, from the history of their reports; these are locked. */
export const eraseTexts = (tx: Tx, reportIds: readonly string[]) =>
  execute(
    tx,
    `update history set text = null
     where report_id = any($1) and text is not null and (kind = 'disputed' or kind = 'noted' and public)`,
    [reportIds],
  );

/**
 * Deletes what hides the words behind leaves of the signed log: the leaves stay, and say nothing any more. Last of its transaction:
 * whoever appends leaves meanwhile is waited for.
 */
export async function deleteSalts(tx: Tx, reportIds: readonly string[]): Promise<void> {
  await execute(tx, 'select from log_state for share');
  const text = 'delete from log_salts where seq in (select seq from history where report_id = any($1))';
  await execute(tx, text, [reportIds]);
}
