/** The operations of the notify service. */
import { z } from 'zod';
import { operation } from '../operation.ts';

const unsubscribing = {
  service: 'notify',
  errors: 'problem',
  path: '/unsubscribe',
  who: 'anyone',
  query: z.object({ token: z.string().max(4096) }),
} as const;

export const mailOperations = {
  showUnsubscribe: operation({
    ...unsubscribing,
    method: 'GET',
    summary: 'A page with one button: no more invitations',
    answers: { 200: null, 400: null },
  }),
  unsubscribe: operation({
    ...unsubscribing,
    method: 'POST',
    summary: 'No more invitations to this address (RFC 8058 one click)',
    answers: { 200: null },
  }),
};
