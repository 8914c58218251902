import { type Language, lifetimes, type Role } from '@tma/contracts';
import { allRows, anyRow, type Db, execute, firstRow, onlyValue, type Tx } from '@tma/kit';

export interface Invitation {
  id: string;
  tehsil: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** Of the mail, and of whom they become. */
  language: Language;
}

/**
 * SQL: it can be used. Who has an account already needs none, however they got it; what somebody sent who is no head of the office any
 * more brings nobody into it.
 */
const isOpen = `ended_at is null and expires_at > now()
  and not exists (select from admins where admins.email = staff_invitations.email)
  and exists (select from admins as head where head.id = invited_by and head.tehsil = staff_invitations.tehsil
    and head.role = 'head' and head.disabled_at is null)`;

/** Ends the open invitation of an address to an office. */
export const endInvitationsOf = (tx: Tx, tehsil: string, email: string) =>
  execute(tx, 'update staff_invitations set ended_at = now() where tehsil = $1 and email = $2 and ended_at is null', [
    tehsil,
    email,
  ]);

/** @returns when it is over */
export function insertInvitation(tx: Tx, invitation: Invitation, invitedBy: string): Promise<Date> {
  const { id, tehsil, email, role, language } = invitation;
  return onlyValue<Date>(
    tx,
    `insert into staff_invitations (id, tehsil, email, role, language, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning expires_at`,
    [id, tehsil, email, role, language, invitedBy, lifetimes.staffInvitation],
  );
}

/** The open invitations to an office, newest first. */
export const findOpenInvitations = (db: Db, tehsil: string) =>
  allRows<Pick<Invitation, 'id' | 'email' | 'role'> & { expiresAt: Date; first_name: string; last_name: string }>(
    db,
    `select id, email, role, expires_at as "expiresAt", inviter.first_name, inviter.last_name
     from staff_invitations cross join lateral (
       select first_name, last_name from admins where admins.id = invited_by
     ) as inviter
     where tehsil = $1 and ${isOpen} order by created_at desc, id desc`,
    [tehsil],
  );

/** @returns whether it was open */
export const endInvitation = (db: Db, tehsil: string, id: string) =>
  anyRow(db, `update staff_invitations set ended_at = now() where tehsil = $1 and id = $2 and ${isOpen}`, [tehsil, id]);

/** @returns null when it is over */
export const findInvitation = (db: Db, id: string) =>
  firstRow<Invitation>(
    db,
    `select id, tehsil, email, role, language from staff_invitations where id = $1 and ${isOpen}`,
    [id],
  );

/** Uses an invitation up, once. @returns false when it is over */
export const takeInvitation = (tx: Tx, id: string) =>
  anyRow(tx, `update staff_invitations set ended_at = now() where id = $1 and ${isOpen}`, [id]);

/** Deletes invitations that are over: whatever their links are asked for then, it is answered that they are. */
export const deleteOldInvitations = (db: Db) => execute(db, 'delete from staff_invitations where expires_at < now()');
