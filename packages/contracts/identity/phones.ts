/** The mobile number of a resident, to which messages go beside mails. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';

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
  readPhone: operation('GET /api/phone', {
    ...own,
    summary: "The caller's mobile number",
    answers: { 200: Phone },
  }),
  setPhone: operation('PUT /api/phone', {
    ...own,
    summary: 'Send a code of six digits to a mobile number, which confirms it within 10 minutes',
    body: json(z.object({ number: z.string() })),
    answers: { 202: z.object({ number: z.string() }) },
  }),
  confirmPhone: operation('POST /api/phone/code', {
    ...own,
    summary: 'Confirm the number with its code. Whoever confirms a number last has it',
    body: json(z.object({ code: z.string() })),
    answers: { 200: Phone },
  }),
  setMessages: operation('PUT /api/phone/messages', {
    ...own,
    summary: 'Have messages sent to the number, or no more',
    body: json(z.object({ messages: z.boolean('must be true or false') })),
    answers: { 200: Phone },
  }),
  removePhone: operation('DELETE /api/phone', {
    ...own,
    summary: 'Forget the number',
    answers: { 204: null },
  }),
};
