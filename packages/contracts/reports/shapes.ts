/** A report as operations take and return it. */
import { z } from 'zod';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { binary, day, id, line, orNull, prose, time } from '../scalars.ts';
import { issueNames } from './issues.ts';
import { phases } from './statuses.ts';

export const issueName = z.enum(issueNames as [string, ...string[]], 'must be one of the issue types');

/**
 * The report that a path names by its id; support also by its reference, whose case does not count. Ids are in lower case everywhere: they
 * are compared as texts, and by them events keep their order.
 */
export const ofReport = z.object({ id: z.string().toLowerCase() });

/** A report's reference as it is stored, of a text in any letter case; null where that is none. */
export function readReference(text: string): string | null {
  const reference = text.toUpperCase();
  return /^TMA-[\dA-Z]{8}$/.test(reference) ? reference : null;
}

/** The texts of the form that a report is made of, under the names of their columns. */
export const ReportTexts = z.object({
  issue: z.string().refine((issue) => issueNames.includes(issue), 'must be one of the listed issue types'),
  location: line(limits.location).min(1, 'is required'),
  description: prose(limits.description),
  schedule: orNull(day).default(null),
});

/** The form of a new report. What it may say beside this schema, `ReportTexts` and `services/reports/submit` check. */
export const ReportForm = z.object({
  issue: z.string(),
  location: z.string(),
  description: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  userId: id.optional(),
  tehsil: z.string().optional(),
  schedule: day.optional(),
  image: binary,
  document: binary.optional(),
  /** Decimal degrees of WGS 84, both or none; ignored of certificates and licences. */
  lat: z.string().optional(),
  long: z.string().optional(),
  /** In metres. */
  accuracy: z.string().optional(),
  /** Whether place, words and picture are shown to whoever has the link, `true` or `false`; ignored of certificates and licences. */
  shared: z.string().optional(),
});

/** The form of a report for somebody without an account; what it may say beside this schema, as of `ReportForm`. */
export const CounterForm = ReportForm.omit({ userId: true, tehsil: true, status: true, shared: true }).extend({
  name: z.string(),
  contact: z.string(),
  /** Where their mails go, in `language`; without it there are none. */
  email: z.string().optional(),
  language: z.enum(languages).optional(),
  image: binary.optional(),
});

/** The form of a picture of the finished work. */
export const ProofForm = z.object({ image: binary, note: prose(limits.proofNote).optional() });

/** What became of a closure; each of a report's closures has one of these states. */
export const closureStates = ['claimed', 'confirmed', 'disputed', 'unanswered', 'withdrawn'] as const;
export type ClosureState = (typeof closureStates)[number];

/** How a report came in. */
const ways = ['portal', 'counter', 'open311'] as const;

/** Where a report is: degrees of WGS 84, and metres; null where nobody said. */
export const ReportPlace = z.object({
  lat: z.number().nullable(),
  long: z.number().nullable(),
  accuracy: z.number().nullable(),
});

/** What residents and administrators see alike of a report. */
const seenByAll = {
  id,
  reference: z.string(),
  issue: z.string(),
  description: z.string(),
  status: z.string(),
  phase: z.enum(phases),
  location: z.string(),
  tehsil: z.string(),
  /** The picture's public path; null where there is none, or it was removed. */
  image: z.string().nullable(),
  created_at: time,
  updated_at: time,
  schedule: day.nullable(),
  /** On this day's end an answer is due. */
  due: day,
  /** The state of its last closure; null when there is none, or it was withdrawn. */
  closure: z.enum(closureStates).exclude(['withdrawn']).nullable(),
  /** The public path of the picture of the finished work. */
  proof: z.string().nullable(),
  /** How often the reporter said that it is not fixed. */
  disputes: z.int(),
  ...ReportPlace.shape,
  supports: z.int(),
  hidden: z.boolean(),
  /** Whether its reporter shows place, words and picture to everybody. */
  shared: z.boolean(),
};

/** A report as residents see it. In others' reports the point is rounded to 4 decimals, and accuracy is null. */
export const RequestRow = z
  .object({
    ...seenByAll,
    /** Null in others' rows and after erasure. */
    user_id: id.nullable(),
    /** The reference of the report that it is a duplicate of. */
    duplicate_of: z.string().nullable(),
    hidden_reason: z.string().nullable(),
  })
  .meta({ id: 'RequestRow' });

/** A report as the administrators of its tehsil see it. `etag` is the strong ETag that PUT takes as If-Match. */
export const AdminReport = z
  .object({
    ...seenByAll,
    document: z.string().nullable(),
    /** Null for crew, like `userId` and `document`. */
    name: z.string().nullable(),
    userId: id.nullable(),
    etag: z.string(),
    /** Open or In Progress after its due day. */
    overdue: z.boolean(),
    assignee: z.object({ id, name: z.string() }).nullable(),
    /** The reference of the report that it is a duplicate of. */
    duplicateOf: z.string().nullable(),
    via: z.enum(ways),
    hiddenReason: z.string().nullable(),
    /** Whether closing it needs a picture that was sent after the reporter's last dispute. */
    proofRequired: z.boolean(),
    /** The public path of the picture that closing it now would use; null where there is none, and of a closed report. */
    proofWaiting: z.string().nullable(),
  })
  .meta({ id: 'AdminReport' });

/** The facts of a report's history that everybody may know, by kind. */
export const publicHistoryKinds = [
  'created',
  'changed',
  'proved',
  'confirmed',
  'disputed',
  'unanswered',
  'hidden',
  'shown',
  'moved',
  'duplicate',
] as const;

/** A fact of a report's history that everybody may know. `status` and `schedule` are those after it. */
export const PublicFact = z.object({
  seq: z.int(),
  at: time,
  kind: z.enum(publicHistoryKinds),
  status: z.string(),
  schedule: day.nullable(),
});

/** An open report near by, as somebody sees it who may have the same problem: nothing of a person. */
export const Nearby = z
  .object({
    ...RequestRow.pick({
      id: true,
      reference: true,
      issue: true,
      location: true,
      status: true,
      image: true,
      created_at: true,
      due: true,
    }).shape,
    /** In whole metres; null of one that was found by words. */
    distance: z.int().nullable(),
    supports: z.int(),
    /** Whether the caller supports it. */
    supported: z.boolean(),
  })
  .meta({ id: 'Nearby' });

/** What happened to a report, by kind. */
const historyKinds = [...publicHistoryKinds, 'noted', 'assigned'] as const;

/** One entry of a report's history. */
export const HistoryEntry = z
  .object({
    ...PublicFact.shape,
    kind: z.enum(historyKinds),
    by: z.enum(['resident', 'administration', 'portal']),
    /** The administrator's full name, for administrators. */
    name: z.string().nullable(),
    /**
     * A note, the reason of a dispute or of hiding, the name of whom it was assigned to, or the reference of what it is a duplicate of;
     * null also once it was erased.
     */
    text: z.string().nullable(),
    /** The public path of a picture of the finished work. */
    image: z.string().nullable(),
    /** Of a note, for administrators who ask with `notes=public`: whether the reporter can read it. */
    public: z.boolean().optional(),
  })
  .meta({ id: 'HistoryEntry' });

/** A picture of the finished work as it was taken in. `alike` is the reference of a report whose picture it resembles. */
export const Proof = z.object({ id, image: z.string(), at: time, alike: z.string().nullable() }).meta({ id: 'Proof' });

/** A picture's public name without its ending: `uploads/<name>.webp`. */
export const pictureName = z.string().regex(/^[\da-f]{32}$/, 'must be the name of a picture');

/** When a picture of finished work came, and when its camera says that it was taken. */
export const ProofTimes = z
  .object({
    at: time,
    /** By the camera's own clock, which anybody can set; null where the file has no such time. */
    takenAt: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      .nullable(),
    /** Calendar days from taking to sending, in the portal's zone; below 0 where the camera says a later day. */
    daysBefore: z.int().nullable(),
    /** The reference of a report whose picture it resembles; for administrators of its tehsil alone. */
    alike: z.string().nullable().optional(),
  })
  .meta({ id: 'ProofTimes' });

/** A report's last closure: a claim until the reporter has answered it. */
export const Closure = z
  .object({
    attempt: z.int(),
    state: z.enum(closureStates),
    proof: z.string().nullable(),
    claimedAt: time,
    answerBy: time,
    answeredAt: time.nullable(),
    /** What is not fixed, in the reporter's words. */
    reason: z.string().nullable(),
    disputes: z.int(),
  })
  .meta({ id: 'Closure' });

/** What the link of a mail shows of a closure: nothing of a person. */
export const LinkedClosure = z
  .object({
    reference: z.string(),
    issue: z.string(),
    location: z.string(),
    tehsil: z.string(),
    status: z.string(),
    image: z.string().nullable(),
    proof: z.string().nullable(),
    claimedAt: time,
    answerBy: time,
    state: z.enum(closureStates),
    reason: z.string().nullable(),
  })
  .meta({ id: 'LinkedClosure' });

/** What is not fixed, in the reporter's words. */
export const DisputeReason = prose(limits.disputeReason).min(1);

/** What a reporter answers to a closure. `not-fixed` needs a reason, a `DisputeReason`; with `fixed` it is ignored, whatever it is. */
export const ClosureAnswer = z.object({
  answer: z.enum(['fixed', 'not-fixed'], 'must be fixed or not-fixed'),
  reason: z.unknown().optional().meta({ type: 'string', minLength: 1, maxLength: limits.disputeReason }),
});
