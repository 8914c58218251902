import type { Message } from '../../queue/channel.ts';
import { sizeOf } from '../../texts/sms/segments.ts';

/** A message as it is queued. */
export interface Sms {
  text: string;
  /** Whether it is sent at any hour: a code, or the answer to what was sent in. */
  isAnswer: boolean;
  /** After it the message is of no use, RFC 3339. */
  until?: string;
}

/** The kind of a message that asks whether a report is fixed. */
export const question = 'ClosureQuestion';

export const messageTo = (number: string, content: Sms, more: Partial<Message>): Message => ({
  recipient: number,
  content,
  units: sizeOf(content.text).segments,
  ...more,
});

/** The answer to what a number sent in. */
export const answerTo = (number: string, text: string): Message[] => [
  messageTo(number, { text, isAnswer: true }, { kind: 'Answer' }),
];
