/** The events of notify about messages from and to telephones. */
import { z } from 'zod';
import { event, topics } from '../event.ts';
import { day, id } from '../scalars.ts';

/** The kind under which reports signs whom a message asks whether a report is fixed. */
export const closureMessageKind = 'closure_message';
/** The kind under which notify signs an answer by message, and the answer as it is signed: in the place of an address. */
export const closureReplyKind = 'closure_reply';
export const replyAddress = ({ answer, reason }: { answer: string; reason: string | null }) =>
  `${answer}:${reason ?? ''}`;

export const messageEvents = {
  ClosureReplied: event(topics.messages, {
    summary: 'Whoever has a report, or its code, said by message whether it is fixed. Its number and code were right',
    data: z.object({
      closureId: id,
      reportId: id,
      answer: z.enum(['fixed', 'not-fixed']),
      reason: z.string().nullable(),
      /**
       * The sealed key of the closure's link, and its signature over the answer: without them the answer does not
       * count.
       */
      key: z.string(),
      signature: z.string(),
    }),
  }),
  StatusAsked: event(topics.messages, {
    summary: 'A resident asked by message how a report stands',
    data: z.object({ userId: id, reference: z.string() }),
  }),
  MessagesAsked: event(topics.messages, {
    summary: 'A resident asked by message for no more messages to a number, or for them again',
    data: z.object({ userId: id, number: z.string(), messages: z.boolean() }),
  }),
  SmsLimitReached: event(topics.messages, {
    summary: 'So many messages were sent within a day that from now on only mails are; once a day',
    data: z.object({ day, limit: z.int() }),
  }),
};
