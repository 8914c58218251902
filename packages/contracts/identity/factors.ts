/** The second factor of administrators: a secret that an app makes codes of (TOTP, RFC 6238), and codes for who has no app at hand. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { operation } from '../operation.ts';
import { forRoles } from '../roles.ts';

const own = {
  service: 'auth',
  errors: 'problem',
  who: ['admin'],
  roles: forRoles.all,
  enrolling: true,
  path: '/adminfactor',
} as const;

/** A code of the app, or a recovery code. */
export const factorCode = z.string().max(100);
const given = z.string().min(1, 'is required');

export const factorOperations = {
  readFactor: operation({
    ...own,
    method: 'GET',
    summary: 'Whether a second factor is asked for, and how many recovery codes are left',
    answers: { 200: z.object({ active: z.boolean(), recoveryCodesLeft: z.int().nonnegative() }) },
  }),
  startFactor: operation({
    ...own,
    method: 'POST',
    summary: 'A new secret (base32) for an app: SHA-1, 6 digits, 30 seconds; not active yet',
    body: { type: 'json', schema: z.object({ currentPassword: given }) },
    answers: { 201: z.object({ secret: z.string(), uri: z.string() }) },
  }),
  confirmFactor: operation({
    ...own,
    method: 'PUT',
    summary: 'Make it active with its first code; answers the recovery codes, which are shown once',
    body: { type: 'json', schema: z.object({ code: given.pipe(factorCode) }) },
    answers: { 200: z.object({ recoveryCodes: z.array(z.string()).length(limits.recoveryCodes) }) },
  }),
  endFactor: operation({
    ...own,
    method: 'DELETE',
    summary: 'Ask for no second factor any more',
    body: { type: 'json', schema: z.object({ currentPassword: given, code: given.pipe(factorCode) }) },
    answers: { 204: null },
  }),
  removeFactor: operation({
    service: 'auth',
    errors: 'problem',
    who: ['admin'],
    roles: forRoles.head,
    method: 'DELETE',
    path: '/api/staff/{id}/factor',
    summary: 'Remove the second factor of an administrator of the tehsil, who is notified',
    params: z.object({ id: z.guid() }),
    answers: { 204: null },
  }),
};
