/** The mobile number of a resident, to which messages go beside mails. */
import { z } from 'zod';
import { operation } from '../operation.ts';

const own = { service: 'auth', errors: 'problem', who: ['resident'] } as const;

const Phone = z.object({
  /** E.164; null until a number is confirmed. */
  number: z.string().nullable(),
  verified: z.boolean(),
  /** Whether messages go to it. */
  messages: z.boolean(),
  /** Whether the portal sends messages at all; without it the other calls answer 404 `no_sms`. */
  available: z.boolean(),
});

export const phoneOperations = {
  readPhone: operation({
    ...own,
    method: 'GET',
    path: '/api/phone',
    summary: "The caller's mobile number",
    answers: { 200: Phone },
  }),
  setPhone: operation({
    ...own,
    method: 'PUT',
    path: '/api/phone',
    summary: 'Send a code of six digits to a mobile number, which confirms it within 10 minutes',
    body: { type: 'json', schema: z.object({ number: z.string().max(40, 'must be at most 40 characters') }) },
    answers: { 202: z.object({ number: z.string() }) },
  }),
  confirmPhone: operation({
    ...own,
    method: 'POST',
    path: '/api/phone/code',
    summary: 'Confirm the number with its code. Whoever confirms a number last has it',
    body: { type: 'json', schema: z.object({ code: z.string().max(20, 'must be at most 20 characters') }) },
    answers: { 200: Phone },
  }),
  setMessages: operation({
    ...own,
    method: 'PUT',
    path: '/api/phone/messages',
    summary: 'Have messages sent to the number, or no more',
    body: { type: 'json', schema: z.object({ messages: z.boolean('must be true or false') }) },
    answers: { 200: Phone },
  }),
  removePhone: operation({
    ...own,
    method: 'DELETE',
    path: '/api/phone',
    summary: 'Forget the number',
    answers: { 204: null },
  }),
};
