/** The events of the reports service. A later field is optional: events without it lie in Kafka for a week. */
import { z } from 'zod';
import { event, topics } from '../event.ts';
import { day, id, time } from '../scalars.ts';

/** The report, as events name it. */
const named = { id, reference: z.string(), tehsil: z.string() };
/** The same for whoever is told of it. */
const ofReport = { id, reference: z.string(), issue: z.string(), tehsil: z.string() };
/** A person as mails need them. */
const Addressee = z.object({ id, name: z.string(), email: z.string(), language: z.string().optional() });
/** `id` is null where they have no account. */
const Reporter = Addressee.extend({ id: id.nullable() });
const Administrator = Addressee;
/** The number of a reporter without an account, as it was entered; messages go there if it is a mobile number. */
const phone = z.object({ number: z.string(), language: z.string() }).nullish();
/** Of a report that only its reporter and its staff see: it has no public page. */
const hidden = z.boolean().optional();
/** Null where nobody gets mails: the reporter has no address, or was erased. */
const reporter = Reporter.nullable();

/** An overdue report as digests list it. */
const Overdue = z.object({ id, reference: z.string(), issue: z.string(), location: z.string(), due: day });
const State = z.object({ status: z.string(), schedule: day.nullable() });

export const reportEvents = {
  ReportCreated: event(topics.reports, {
    summary: 'A resident submitted a report',
    data: z.object({
      id,
      reference: z.string(),
      issue: z.string(),
      location: z.string(),
      description: z.string(),
      /** The public paths of the picture and of the document; null where there is none. */
      image: z.string().nullable(),
      document: z.string().nullable(),
      name: z.string(),
      status: z.string(),
      userId: id.nullable(),
      schedule: day.nullable(),
      tehsil: z.string(),
      created_at: time,
      updated_at: time,
      /** Null if nobody gets mails. */
      reporter,
      phone,
      /** The whole point, in degrees; null where there is none. */
      lat: z.number().nullable().optional(),
      long: z.number().nullable().optional(),
      /** The uploads that now belong to the report. */
      imageId: id.nullable(),
      documentId: id.nullable(),
    }),
  }),
  StatusChanged: event(topics.reports, {
    summary: "A report's status or schedule changed",
    data: z.object({
      ...ofReport,
      from: State,
      to: State,
      reporter,
      phone,
      hidden,
      /** Whether it was said by message: then the reply goes by message, too. */
      byMessage: z.boolean().optional(),
      /** The administrator's id, or `resident` where the reporter said that it is not fixed. */
      changedBy: z.string(),
      /** Of a duplicate that changed with it: the reference of the other report. */
      follows: z.string().optional(),
      /** With Closed: the claim that the reporter is asked about. */
      closure: z
        .object({
          /** The id of its link too; without `key` it opens nothing. */
          id,
          attempt: z.int(),
          /** The public path of the picture of the finished work. */
          proof: z.string().nullable(),
          answerBy: time,
          /** The sealed key of the link (docs/decisions/029-mailed-links-are-stored-nowhere.md). */
          key: z.string(),
          /** By the key, over the link's kind, its id and the reporter's address. Events of release 1.0.0 have none. */
          signature: z.string().optional(),
          /** The signed log as it was then: how many leaves, and the first 8 characters of their root hash in base64. */
          log: z.object({ size: z.int(), root: z.string() }).nullish(),
          /** The same over whom a message asks: the reporter's id, without an account the number of `phone`. */
          messageSignature: z.string().optional(),
        })
        .optional(),
    }),
  }),
  ProofAdded: event(topics.reports, {
    summary: 'An administrator added a picture of the finished work',
    /** The report's id, and the upload that now belongs to it. */
    data: z.object({ ...named, imageId: id }),
  }),
  ClosureAnswered: event(topics.reports, {
    summary: 'A closure was confirmed or disputed, or not answered in time',
    data: z.object({
      ...ofReport,
      attempt: z.int(),
      answer: z.enum(['confirmed', 'disputed', 'unanswered']),
      reason: z.string().nullable(),
      /** Who said so; null once the account was erased. */
      reporter: Reporter.omit({ email: true }).nullable(),
      /** The administrator who closed it, who is mailed a dispute; null where no address is known. */
      closedBy: Administrator.nullable(),
      /** How often this report's closures were disputed, this time included. */
      disputes: z.int().optional(),
    }),
  }),
  ClosureReplyTaken: event(topics.reports, {
    summary: 'What came of an answer by message: it counts, or why not. Whoever sent it is told',
    data: z.object({
      id,
      closureId: id,
      /** `confirmed`, `disputed`, `disputed_before` where that changed nothing, or the code of the refusal. */
      outcome: z.string(),
    }),
  }),
  StatusTold: event(topics.reports, {
    summary: 'How a report stands, for the resident who asked by message; the subject is theirs',
    /** `status` is null where they may read no such report. */
    data: z.object({
      userId: id,
      reference: z.string(),
      /** Absent where there is no such report, and in older events. */
      issue: z.string().optional(),
      status: z.string().nullable(),
      schedule: day.nullable(),
      hidden,
    }),
  }),
  MessagesLimited: event(topics.reports, {
    summary: 'No more messages are sent that day: the heads of all offices are mailed; the subject is an id of its own',
    data: z.object({ day, limit: z.int(), to: z.array(Administrator) }),
  }),
  ReportAssigned: event(topics.reports, {
    summary: 'A report was assigned to an administrator, or to nobody',
    data: z.object({
      id,
      reference: z.string(),
      issue: z.string(),
      location: z.string(),
      tehsil: z.string(),
      due: day.nullable(),
      assignee: Administrator.nullable(),
      /**
       * Who did it; with the assignee's own id where they took it themselves, the nil UUID where the portal took it from an
       * administrator who is gone.
       */
      by: z.object({ id, name: z.string() }),
    }),
  }),
  ReportHidden: event(topics.reports, {
    summary: 'An administrator hid a report from everybody but its reporter and its staff, or showed it again',
    /** `by`: the administrator's id. */
    data: z.object({ ...named, hidden: z.boolean(), by: id }),
  }),
  ReportMoved: event(topics.reports, {
    summary: 'Administrators corrected where a report is',
    /** The whole point, in degrees. `by`: the administrator's id. */
    data: z.object({ ...named, lat: z.number(), long: z.number(), by: id }),
  }),
  PictureRemoved: event(topics.reports, {
    summary: "Administrators removed a report's picture: every version of it is deleted",
    data: z.object({ ...named, by: id }),
  }),
  ReportErased: event(topics.reports, {
    summary:
      'Whoever a report without an account is from was erased: its papers and what its picture says of a camera go',
    data: z.object({ id }),
  }),
  NoteAdded: event(topics.reports, {
    summary: 'An administrator wrote to the reporter. Of notes among administrators there is no event',
    data: z.object({ ...ofReport, reporter, phone, hidden, text: z.string() }),
  }),
  ReportSupported: event(topics.reports, {
    summary: 'A resident said that they have the same problem, or said so no more',
    /** `supports`: of how many residents, after it. */
    data: z.object({ ...named, userId: id, supported: z.boolean(), supports: z.int() }),
  }),
  DuplicateMarked: event(topics.reports, {
    summary: 'Administrators marked a report as saying the same as another, or undid that',
    data: z.object({
      ...ofReport,
      /** The other report; null where it was undone. */
      of: z.object({ id, reference: z.string() }).nullable(),
      reporter,
      /** The administrator's id. */
      by: id,
    }),
  }),
  SupportersTold: event(topics.reports, {
    summary: 'What happened to a report, for residents who support it; many of them are several events',
    data: z.object({
      ...ofReport,
      /** At most a hundred. */
      to: z.array(Addressee),
      /** What was changed; null of a message. */
      change: z.object({ from: State, to: State }).nullable(),
      /** What the administration writes; null of a change. */
      text: z.string().nullable(),
    }),
  }),
  DigestDue: event(topics.reports, {
    summary: "A working day has begun on which reports of a tehsil are overdue; the subject is the digest's id",
    data: z.object({
      tehsil: z.string(),
      day,
      to: z.array(Administrator),
      overdue: z.int(),
      /** The oldest twenty, the longest overdue first. */
      reports: z.array(Overdue),
    }),
  }),
  EscalationDue: event(topics.reports, {
    summary: "Reports of any tehsil are overdue for more than five working days; the subject is the escalation's id",
    data: z.object({
      day,
      /** How many are so long overdue, in all and in each tehsil that has any, by name. */
      overdue: z.int(),
      tehsils: z.array(z.object({ tehsil: z.string(), overdue: z.int() })),
      /** The oldest hundred, the longest overdue first. */
      reports: z.array(Overdue.extend({ tehsil: z.string() })),
    }),
  }),
};
