/** The acts of staff that are recorded for the head of their office, whichever service they happen in. */
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
      /** Any text: a kind that auth does not know yet is kept, too. */
      kind: z.string(),
      tehsil: z.string(),
      /** The id of whoever did it; null for somebody without an account. */
      by: id.nullable(),
      /** A report's reference, the name of an administrator or of the thing; empty with `person`. */
      about: z.string(),
      /** The new value: a role, a number of days. */
      detail: z.string().nullable(),
      /**
       * The id of the resident concerned, not their name: so the log does not name anybody who deleted their account.
       */
      person: id.optional(),
    }),
  }),
};
