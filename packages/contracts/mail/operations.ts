/** The operations of the notify service. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { linkToken } from '../scalars.ts';

const unsubscribing = {
  service: 'notify',
  errors: 'problem',
  who: 'anyone',
  query: z.object({ token: linkToken }),
} as const;

export const mailOperations = {
  showUnsubscribe: operation('GET /unsubscribe', {
    ...unsubscribing,
    summary: 'A page with one button: no more invitations',
    answers: { 200: null, 400: null },
  }),
  unsubscribe: operation('POST /unsubscribe', {
    ...unsubscribing,
    summary: 'No more invitations to this address (RFC 8058 one click)',
    answers: { 200: null },
  }),
};
