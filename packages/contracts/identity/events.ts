/** The events of the auth service. */
import { z } from 'zod';
import { event, topics } from '../event.ts';
import { id, time } from '../scalars.ts';

/** The language of the recipient. Any text: a language that a consumer does not know yet is no error. */
const language = z.string();
/** The version of a row, higher each time it is saved: it tells which of two events is newer. */
const version = z.int().positive();

/** The recipient of a mail. */
const Addressee = z.object({ id, name: z.string(), email: z.string(), language });

/**
 * The signature by the key, over the link's kind, its id and the address that it is mailed to: an event that names
 * another address is refused. Events of release 1.0.0 have none, and are refused too.
 */
const signature = z.string().optional();

/** The id of a link, its key, sealed with LINK_SECRET, base64url, and the signature by it. */
const Sealed = z.object({ id, key: z.string(), signature: z.string() });

/**
 * A mail with a single-use link to its addressee. The link's token is made from its id and the key, by services that can unseal the
 * key (kit's links.ts); its kind is the event's type.
 */
const LinkMail = z.object({
  userId: id,
  email: z.string(),
  name: z.string(),
  language,
  expiresAt: time,
  sealedLink: z.object({
    id,
    /** The address that it redirects to. */
    redirect: z.url(),
    /** Sealed with LINK_SECRET, base64url. */
    key: z.string(),
    signature,
  }),
});

export const identityEvents = {
  InviteRequested: event(topics.identity, {
    summary: 'A resident invites a neighbour',
    data: z.object({
      /** Their language is that of the invitation. */
      inviter: z.object({ id, name: z.string(), email: z.string(), tehsil: z.string(), language }),
      neighborEmail: z.string(),
      /**
       * The signature by which auth shows that it wants this address written to; notify makes the link that stops
       * invitations.
       */
      sealedLink: z.object({ id, key: z.string(), signature }).optional(),
    }),
  }),
  VerificationRequested: event(topics.identity, { summary: 'A new address is to be confirmed', data: LinkMail }),
  RecoveryRequested: event(topics.identity, { summary: 'Somebody forgot a password', data: LinkMail }),
  EmailChangeRequested: event(topics.identity, { summary: 'A resident changes to another address', data: LinkMail }),
  /** The account's owner is notified. */
  SignUpRepeated: event(topics.identity, {
    summary: 'Somebody signed up with the address of an account, or asked to change to it',
    data: z.object({
      userId: id,
      email: z.string(),
      name: z.string(),
      language,
      /** Absent for a sign-up. */
      by: z.literal('email-change').optional(),
    }),
  }),
  /** The owner is notified, at the address that the account had before. */
  AccountChanged: event(topics.identity, {
    summary: 'The password or the address of an account was changed, or another address was asked for',
    data: z.object({
      accountId: id,
      of: z.enum(['resident', 'administrator']),
      change: z.enum(['password', 'email-requested', 'email']),
      email: z.string(),
      name: z.string(),
      language,
    }),
  }),
  ProfileSaved: event(topics.identity, {
    summary: "A resident's profile is new or changed",
    data: z.object({
      id,
      contact_number: z.string(),
      tehsil: z.string(),
      language,
      version,
      /** The address for mails from now on; only in the event of a new address. */
      email: z.string().optional(),
    }),
  }),
  AdministratorSaved: event(topics.identity, {
    summary: 'An administrator is new, or was changed',
    data: z.object({
      id,
      name: z.string(),
      email: z.string(),
      tehsil: z.string(),
      language,
      version,
      /**
       * Absent in events from before there were roles: then they are a head. Any text: a role that a consumer does not know yet is
       * no error.
       */
      role: z.string().optional(),
      /** While their account is disabled. */
      disabled: z.boolean().optional(),
    }),
  }),
  /** Each of `to` is notified: the other administrators who decide who is one. */
  AdministratorRegistered: event(topics.identity, {
    summary: 'Somebody has become an administrator of a tehsil',
    data: z.object({ id, name: z.string(), tehsil: z.string(), to: z.array(Addressee) }),
  }),
  AdministratorRecoveryRequested: event(topics.identity, {
    summary: 'Somebody forgot the password of an administrator',
    data: z.object({
      ...Addressee.shape,
      expiresAt: time,
      /** As of the links above; it leads to the portal alone. */
      sealedLink: Sealed,
    }),
  }),
  SecondFactorRemoved: event(topics.identity, {
    summary: 'The second factor of an administrator was removed, by them or for them',
    data: Addressee,
  }),
  StaffInvited: event(topics.identity, {
    summary: 'Somebody is invited to the administration of a tehsil',
    data: z.object({
      id,
      email: z.string(),
      language,
      role: z.string(),
      tehsil: z.string(),
      /** The full name of who invites them. */
      inviter: z.string(),
      expiresAt: time,
      /** As of the links above; it leads to the portal alone. */
      sealedLink: Sealed,
    }),
  }),
  /** Every service that checks tokens remembers these sessions for as long as one of their tokens may be valid. */
  SessionsEnded: event(topics.identity, {
    summary: 'Sessions of an account have ended: their tokens count no more',
    data: z.object({ sessions: z.array(id), until: time }),
  }),
  /** Every service that checks tokens uses this role for as long as a token with an earlier one may be valid. */
  RoleChanged: event(topics.identity, {
    summary: 'The role of an administrator is another one: tokens that say the one before count as this one',
    data: z.object({ id, role: z.string(), version, until: time }),
  }),
  /** The code is made from the link's id, its key and the number by those who can unseal that (kit's links.ts). */
  PhoneCodeRequested: event(topics.identity, {
    summary: 'A resident wants to confirm a mobile number with a code',
    data: z.object({
      userId: id,
      /** E.164. */
      number: z.string(),
      language,
      expiresAt: time,
      sealedLink: Sealed,
    }),
  }),
  PhoneSaved: event(topics.identity, {
    summary: "A resident's mobile number, or whether messages go to it, was changed",
    data: z.object({
      userId: id,
      /** Confirmed, in E.164; null where there is none any more. */
      number: z.string().nullable(),
      messages: z.boolean(),
      language,
      /** Higher than in any earlier event, for all residents together. */
      version,
      /** The signature by which auth shows that it wrote this (`phoneAddress`); there is no link. */
      sealedLink: Sealed,
    }),
  }),
  AccountDeleted: event(topics.identity, {
    summary: 'A resident is gone: everything personal is to be forgotten',
    data: z.object({ id }),
  }),
};
