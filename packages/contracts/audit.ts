/** What of staff is written down for the head of their office, whichever service it happens in. */
import { z } from 'zod';
import { event, topics, type topicWriters } from './event.ts';
import { id } from './scalars.ts';

/** A service in which staff do or read something. */
export type AuditWriter = (typeof topicWriters)[typeof topics.audit][number];

export const auditEvents = {
  StaffActed: event(topics.audit, {
    summary: 'One of staff did or read something, or somebody tried to sign in as one of them',
    /** Never a telephone number, a password or the address of a computer. */
    data: z.object({
      /** A text: one that auth does not know yet is kept, too. */
      kind: z.string(),
      tehsil: z.string(),
      /** Whoever did it; null where it was nobody with an account. */
      by: id.nullable(),
      /** A report's reference, the name of an administrator or of the thing; empty with `person`. */
      about: z.string(),
      /** What it is now: a role, a number of days. */
      detail: z.string().nullable(),
      /** The resident whom it is about. Their name is not in it: who deletes their account is in no log. */
      person: id.optional(),
    }),
  }),
};
