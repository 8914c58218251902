import { beforeAll, describe, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { call, join } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const confirmed = newResident('Mardan');
const unconfirmed = newResident('Mardan');
const stranger = newResident('Mardan').email;
const { password } = confirmed;
let token = '';
let ended = '';

beforeAll(async () => {
  ended = await join(portal, confirmed);
  await ask('/auth/v1/logout', { method: 'POST', token: ended });
  const session = await call<{ access_token: string }>(portal, '/auth/v1/token?grant_type=password', {
    json: { email: confirmed.email, password },
  });
  token = session.access_token;
  await call(portal, '/auth/v1/signup', { json: { email: unconfirmed.email, password } });
});

type Row = [what: string, request: string, json: unknown, status: number, slug: string, message: string];
const bearer: Record<string, () => string> = { 'no ': () => '', 'bad ': () => 'x.y.z', 'ended ': () => ended };

/** What GoTrue answers to the same calls, as recorded from it: both forms of an error, chosen by the client's version. */
describe.each<Row>([
  [
    'sign-up without e-mail',
    'POST signup',
    { password },
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  ],
  [
    'sign-up with what is no e-mail',
    'POST signup',
    { email: 'nope', password },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    'sign-up with a short password',
    'POST signup',
    { email: stranger, password: 'short' },
    422,
    'weak_password',
    'Password should be at least 8 characters.',
  ],
  [
    'sign-up without a password',
    'POST signup',
    { email: stranger },
    400,
    'validation_failed',
    'Signup requires a valid password',
  ],
  [
    'sign-up that breaks off',
    'POST signup',
    '{"email":',
    400,
    'bad_json',
    'Could not parse request body as JSON: unexpected end of JSON input',
  ],
  [
    'sign-up with a taken address',
    'POST signup',
    { email: confirmed.email, password },
    422,
    'user_already_exists',
    'User already registered',
  ],
  [
    'sign-in before the confirmation',
    'POST token?grant_type=password',
    { email: unconfirmed.email, password },
    400,
    'email_not_confirmed',
    'Email not confirmed',
  ],
  [
    'the same with a wrong password',
    'POST token?grant_type=password',
    { email: unconfirmed.email, password: 'wrong wrong' },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  [
    'a wrong password',
    'POST token?grant_type=password',
    { email: confirmed.email, password: 'wrong wrong' },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  [
    'an unknown address',
    'POST token?grant_type=password',
    { email: stranger, password: 'wrong wrong' },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  [
    'no password',
    'POST token?grant_type=password',
    { email: confirmed.email },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  ['another grant', 'POST token?grant_type=foo', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  [
    'an unknown refresh token',
    'POST token?grant_type=refresh_token',
    { refresh_token: 'abcdefghijkl' },
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ],
  [
    'no refresh token',
    'POST token?grant_type=refresh_token',
    {},
    400,
    'validation_failed',
    'Refresh token is not valid',
  ],
  [
    'resending what there is not',
    'POST resend',
    { type: 'foo', email: stranger },
    400,
    'validation_failed',
    'Missing one of these types: signup, email_change, sms, phone_change',
  ],
  [
    'recovery of no address',
    'POST recover',
    { email: 'nope' },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    'a link that is none',
    'POST verify',
    { type: 'signup', token_hash: 'deadbeef' },
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ],
  [
    'the user, without a token',
    'no GET user',
    undefined,
    401,
    'no_authorization',
    'This endpoint requires a valid Bearer token',
  ],
  [
    'the user, with a bad token',
    'bad GET user',
    undefined,
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature',
  ],
  [
    'the user, after signing out',
    'ended GET user',
    undefined,
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  ],
  [
    'signing out twice',
    'ended POST logout',
    undefined,
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  ],
  [
    'signing out as nobody',
    'no POST logout',
    undefined,
    401,
    'no_authorization',
    'This endpoint requires a valid Bearer token',
  ],
  [
    'the same password again',
    'PUT user',
    { password },
    422,
    'same_password',
    'New password should be different from the old password.',
  ],
  [
    'a short new password',
    'PUT user',
    { password: 'x' },
    422,
    'weak_password',
    'Password should be at least 8 characters.',
  ],
])('/auth/v1: %s', (_what, request, json, status, slug, message) => {
  const [, who = '', method = '', path] = /^(no |bad |ended )?(\S+) (.+)$/.exec(request) ?? [];
  const send = (headers: Record<string, string>) =>
    ask(`/auth/v1/${path}`, {
      method,
      token: who ? bearer[who]?.() : path?.startsWith('user') ? token : undefined,
      headers,
      ...(typeof json === 'string' ? { raw: json } : { json }),
    });

  it('is answered as GoTrue does, to clients new and old', async () => {
    const now = await send({ 'x-supabase-api-version': '2024-01-01' });
    expect([now.status, now.body, now.headers['x-sb-error-code'], now.headers['x-supabase-api-version']]).toEqual([
      status,
      { code: slug, message, ...(slug === 'weak_password' && { weak_password: { reasons: ['length'] } }) },
      slug,
      '2024-01-01',
    ]);
    const before = await send({});
    expect([before.status, before.headers['x-supabase-api-version']]).toEqual([status, undefined]);
    expect(before.body).toMatchObject({ code: status, error_code: slug, msg: message });
  });
});
