/** The events of the auth service. */
import { z } from 'zod';
import { event, topics } from '../event.ts';
import { id, time } from '../scalars.ts';

const ofIdentity = { topic: topics.identity } as const;

/** Of whoever is written to. A text: one that a consumer does not know yet is no error. */
const language = z.string();
/** Of a row, higher each time it is saved: which of two events is newer. */
const version = z.int().positive();

/**
 * By the key, over the link's kind, its id and the address that it is mailed to: an event that names another address is refused.
 * Events of release 1.0.0 have none, and are refused too.
 */
const signature = z.string().optional();

/**
 * A mail with a single-use link to its addressee. What opens it is made from its id and the key by those who can unseal that
 * (kit's links.ts); its kind is the event's type.
 */
const LinkMail = z.object({
  userId: id,
  email: z.string(),
  name: z.string(),
  language,
  expiresAt: time,
  sealedLink: z.object({
    id,
    /** Where following it leads to. */
    redirect: z.url(),
    /** Sealed with LINK_SECRET, base64url. */
    key: z.string(),
    signature,
  }),
});

export const identityEvents = {
  InviteRequested: event({
    ...ofIdentity,
    summary: 'A resident invites a neighbour',
    data: z.object({
      /** Their language is that of the invitation. */
      inviter: z.object({ id, name: z.string(), email: z.string(), tehsil: z.string(), language }),
      neighborEmail: z.string(),
      /** Of the link that stops invitations. What opens it is notify's; this says that auth has this address written to. */
      sealedLink: z.object({ id, key: z.string(), signature }).optional(),
    }),
  }),
  VerificationRequested: event({ ...ofIdentity, summary: 'A new address is to be confirmed', data: LinkMail }),
  RecoveryRequested: event({ ...ofIdentity, summary: 'Somebody forgot a password', data: LinkMail }),
  EmailChangeRequested: event({ ...ofIdentity, summary: 'A resident changes to another address', data: LinkMail }),
  /** The account's owner is notified. */
  SignUpRepeated: event({
    ...ofIdentity,
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
  ProfileSaved: event({
    ...ofIdentity,
    summary: "A resident's profile is new or changed",
    data: z.object({ id, contact_number: z.string(), tehsil: z.string(), language, version }),
  }),
  AdministratorSaved: event({
    ...ofIdentity,
    summary: 'An administrator is new, or was changed',
    data: z.object({
      id,
      name: z.string(),
      email: z.string(),
      tehsil: z.string(),
      language,
      version,
      /** While their account is disabled. */
      disabled: z.boolean().optional(),
    }),
  }),
  /** Every service that checks tokens remembers them for as long as a token of theirs may be valid. */
  SessionsEnded: event({
    ...ofIdentity,
    summary: 'Sessions of an account have ended: their tokens count no more',
    data: z.object({ sessions: z.array(id), until: time }),
  }),
  AccountDeleted: event({
    ...ofIdentity,
    summary: 'A resident is gone: everything personal is to be forgotten',
    data: z.object({ id }),
  }),
};
