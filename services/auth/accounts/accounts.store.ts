import { lifetimes } from '@tma/contracts';
import { allValues, execute, firstRow, onlyRow, type Tx } from '@tma/kit';
import { type UserRow, userColumns } from '../person/users.store.ts';

/** Inserts an account that is not confirmed yet. Throws a violation of `users_email_key` when the address is taken. */
export const insertUser = (tx: Tx, id: string, email: string, passwordHash: string) =>
  onlyRow<UserRow>(tx, `insert into users (id, email, password_hash) values ($1, $2, $3) returning ${userColumns}`, [
    id,
    email,
    passwordHash,
  ]);

/**
 * Locks the account of a session and that of an address, as far as they are there, until the transaction ends. By their ids: two
 * people who change to each other's address at once would wait for each other.
 */
export const lockBothUsers = (tx: Tx, sessionId: string, email: string) =>
  execute(
    tx,
    `select from users where id = (select user_id from sessions where id = $1) or email = $2 order by id for update`,
    [sessionId, email],
  );

/** Records that somebody wants to use an address. @returns its owner, unless that was recorded within a day before */
export const recordRepeatedSignUp = (tx: Tx, email: string) =>
  firstRow<UserRow>(
    tx,
    `update users set sign_up_repeated_at = now()
     where email = $1
       and (sign_up_repeated_at is null or sign_up_repeated_at < now() - make_interval(secs => $2))
     returning ${userColumns}`,
    [email, lifetimes.repeatedSignUp],
  );

/**
 * Deletes accounts that were not confirmed within `lifetimes.unconfirmedAccount` of the last mail that could confirm them.
 * Those that another transaction is about to change are left out. @returns the ids of the deleted, at most `most`
 */
export const deleteUnconfirmedUsers = (tx: Tx, most: number) =>
  allValues<string>(
    tx,
    `delete from users where id in (
       select id from users
       where email_confirmed_at is null
         and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - make_interval(secs => $1)
       limit $2 for update skip locked)
     returning id`,
    [lifetimes.unconfirmedAccount, most],
  );

/** Deletes an account with everything that references it. */
export const deleteUser = (tx: Tx, id: string) => execute(tx, 'delete from users where id = $1', [id]);

/** Suspends an account, or resumes it. */
export const setSuspended = (tx: Tx, id: string, isSuspended: boolean) =>
  execute(tx, 'update users set suspended_at = case when $2 then statement_timestamp() end where id = $1', [
    id,
    isSuspended,
  ]);
