/**
 * The second factor of administrators: a secret from which an app makes codes (TOTP, RFC 6238), and recovery codes for
 * use without it.
 */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { given } from '../scalars.ts';

const auth = { service: 'auth', errors: 'problem', who: ['admin'] } as const;
const own = { ...auth, roles: forRoles.all, enrolling: true } as const;

/** A code of the app, or a recovery code. */
export const factorCode = z.string().max(100);

export const factorOperations = {
  readFactor: operation('GET /adminfactor', {
    ...own,
    summary: 'Whether a second factor is asked for, and how many recovery codes are left',
    answers: { 200: z.object({ active: z.boolean(), recoveryCodesLeft: z.int().nonnegative() }) },
  }),
  startFactor: operation('POST /adminfactor', {
    ...own,
    summary: 'A new secret (base32) for an app: SHA-1, 6 digits, 30 seconds; not active yet',
    body: json(z.object({ currentPassword: given })),
    answers: { 201: z.object({ secret: z.string(), uri: z.string() }) },
  }),
  confirmFactor: operation('PUT /adminfactor', {
    ...own,
    summary: 'Make it active with its first code; answers the recovery codes, which are shown once',
    body: json(z.object({ code: given.pipe(factorCode) })),
    answers: { 200: z.object({ recoveryCodes: z.array(z.string()).length(limits.recoveryCodes) }) },
  }),
  endFactor: operation('DELETE /adminfactor', {
    ...own,
    summary: 'Ask for no second factor any more',
    body: json(z.object({ currentPassword: given, code: given.pipe(factorCode) })),
    answers: { 204: null },
  }),
  removeFactor: operation('DELETE /api/staff/{id}/factor', {
    ...auth,
    roles: forRoles.head,
    summary: 'Remove the second factor of an administrator of the tehsil, who is notified',
    params: z.object({ id: z.guid() }),
    answers: { 204: null },
  }),
};
