/** What the server refuses in English is said in Urdu, whatever its code. */
import { setLanguage } from '@tma/web/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latinWords } from '../../../testing/latin.ts';
import { ApiError } from '../api/api-error.ts';
import { answerError } from '../closures/answer-error.ts';
import * as texts from './error-texts.ts';
import { fieldErrors } from './field-errors.ts';

beforeAll(() => setLanguage('ur'));
afterAll(() => setLanguage('en'));

const said = 'Something that the server says in English';
/** As auth-js throws it. */
const authError = (code: string | undefined, status: number | undefined) =>
  Object.assign(new Error(said), { code, status });
/** Without the characters that keep together what is filled in. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
const field = [{ path: 'location', message: said }];
const statuses = [0, 400, 401, 403, 404, 408, 409, 412, 413, 415, 418, 422, 429, 500, 502, 503, 504];
const codes = [
  'invalid_credentials',
  'weak_password',
  'over_email_send_rate_limit',
  'otp_expired',
  'unheard_of',
  'toString',
  '',
];
const errors = [
  new TypeError(said),
  said,
  ...statuses.flatMap((status) =>
    codes.flatMap((code) => [
      new ApiError(status, code, said, field),
      new ApiError(status, code, ''),
      authError(code || undefined, status),
    ]),
  ),
];

describe.each([
  ['sign-in', texts.signInError],
  ['sign-up', texts.signUpError],
  ['invitation', (error: unknown) => texts.inviteError(error) ?? ''],
  ['sign-up of an administrator', texts.adminSignUpError],
  ['sign-in of an administrator', texts.adminSignInError],
  ['new request', texts.newRequestError],
  ['add tehsil', texts.addTehsilError],
  ['answer to a closing', answerError],
  ['anything', texts.serverText],
])('%s', (_, words) => {
  it('has no word of the server in it', () => {
    for (const error of errors) expect(latinWords(words(error))).toEqual([]);
  });
});

it.each([
  [authError('over_request_rate_limit', 429), /^لاگ ان نہیں ہو سکا: بہت زیادہ کوششیں/],
  [authError('unheard_of', 429), /^لاگ ان نہیں ہو سکا: بہت زیادہ کوششیں/],
  [authError(undefined, 0), 'لاگ ان نہیں ہو سکا: سرور سے رابطہ نہیں ہو سکا۔'],
  [new ApiError(0, 'unreachable', ''), 'لاگ ان نہیں ہو سکا: سرور سے رابطہ نہیں ہو سکا۔'],
  [authError('unheard_of', 418), 'لاگ ان نہیں ہو سکا: براہِ کرم کچھ دیر بعد دوبارہ کوشش کریں۔'],
])('is worded by its code, else by its status, else by a general sentence (%o)', (error, text) => {
  expect(plain(texts.signInError(error))).toMatch(text);
});

it('a field that was refused is told the rule that it breaks, else that something is wrong', () => {
  const refused = new ApiError(400, 'invalid_request', said, field);
  const of = (location: string) => fieldErrors(refused, { location }).map(({ words }) => words());
  expect(of('x'.repeat(201))).toEqual(['زیادہ سے زیادہ 200 حروف لکھیں']);
  expect(of('Bank Road')).toEqual(['یہ درست نہیں ہے۔']);
});

it('what was kept of a refusal changes with the language of the page', async () => {
  const [found] = fieldErrors(authError('same_password', 422), { password: 'a lantern by the canal' });
  expect(latinWords(found?.words() ?? said)).toEqual([]);
  await setLanguage('en');
  expect(found?.words()).toBe('This is the password you have.');
  await setLanguage('ur');
});
