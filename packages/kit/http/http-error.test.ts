import { expect, it } from 'vitest';
import { z } from 'zod';
import { formOfPath, inForm, tokenError, writeError } from './error-forms.ts';
import { accountErased, HttpError, toHttpError } from './http-error.ts';
import { BadJson } from './json.ts';

const asked = { requestId: 'r1', path: '/any', apiVersion: '2024-01-01' };

const taken = new HttpError(422, 'user_already_exists', 'User already registered');

it.each([
  [
    'problem',
    asked.apiVersion,
    {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      detail: 'User already registered',
      message: 'User already registered',
      code: 'user_already_exists',
      requestId: 'r1',
    },
  ],
  ['gotrue', '2024-01-01', { code: 'user_already_exists', message: 'User already registered' }],
  ['gotrue', undefined, { code: 422, error_code: 'user_already_exists', msg: 'User already registered' }],
  ['gotrue', '2023-12-31', { code: 422, error_code: 'user_already_exists', msg: 'User already registered' }],
  ['gotrue', 'v2', { code: 422, error_code: 'user_already_exists', msg: 'User already registered' }],
  [
    'postgrest',
    undefined,
    { code: 'user_already_exists', message: 'User already registered', details: null, hint: null },
  ],
  ['open311', undefined, [{ code: 422, description: 'User already registered' }]],
] as const)('an error in the form %s (api version %s)', (form, apiVersion, body) => {
  expect(JSON.parse(writeError(form, taken, { ...asked, apiVersion }).body)).toEqual(body);
});

it.each([
  [410, 'Gone'],
  [422, 'Unprocessable Content'],
  [500, 'Internal Server Error'],
])('a problem of status %i has the title that HTTP has for it: %s', (status, title) => {
  const { body } = writeError('problem', new HttpError(status, 'any', 'Any.'), asked);
  expect(JSON.parse(body)).toMatchObject({ status, title });
});

it('an error of Open311 is XML where the path ends in .xml, well-formed whatever somebody wrote', () => {
  const error = new HttpError(400, 'invalid_request', 'lat: not "<5>" & ]]>\u0000\ud800');
  expect(writeError('open311', error, { ...asked, path: '/open311/v2/requests.xml' })).toEqual({
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="utf-8"?>\n<errors><error><code>400</code><description>lat: not &quot;&lt;5&gt;&quot; &amp; ]]&gt;\ufffd</description></error></errors>`,
  });
  expect(writeError('open311', error, { ...asked, path: '/open311/v2/requests.json' }).contentType).toBe(
    'application/json',
  );
});

it.each([
  ['problem', 'invalid_request', 'invalid_request'],
  ['gotrue', 'bad_json', 'validation_failed'],
  ['postgrest', 'PGRST102', '22023'],
  ['open311', 'invalid_request', 'invalid_request'],
] as const)('what every operation refuses has the code that clients of %s know', (form, badJson, wrong) => {
  const codeOf = (cause: unknown) => inForm(form, new HttpError(400, 'invalid_request', 'no', { cause })).code;
  expect([codeOf(new BadJson('Unexpected end')), codeOf(undefined)]).toEqual([badJson, wrong]);
});

it.each([
  ['/auth/v1', 'gotrue'],
  ['/auth/v1/nothing', 'gotrue'],
  ['/auth/v10/user', 'problem'],
  ['/rest/v1/rpc/any', 'postgrest'],
  ['/rest/v1x', 'problem'],
  ['/open311/v2/nothing.json', 'open311'],
  ['/open3110', 'problem'],
] as const)('an error under %s, which no operation has, is written in the form %s', (path, form) => {
  expect(formOfPath(path)).toBe(form);
});

it('an account that was erased is refused as a session that ended: with the scheme of what is needed (RFC 9110, 11.6.1)', () => {
  const [erased, ended] = [accountErased(), tokenError('problem', 'ended')];
  expect([erased.status, erased.code, erased.details.headers]).toEqual([401, ended.code, ended.details.headers]);
  expect(ended.details.headers).toEqual({ 'www-authenticate': 'Bearer' });
});

it('input that does not fit its schema: each field is named', () => {
  const { error: thrown } = z.object({ name: z.string(), age: z.number() }).safeParse({ age: 'x' });
  const error = toHttpError(thrown);
  expect(error.status).toBe(400);
  expect(error.details.errors?.map(({ path }) => path)).toEqual(['name', 'age']);
});

it('a problem of what is malformed has the same list, with an empty path', () => {
  const errorsOf = (error: HttpError) => JSON.parse(writeError('problem', error, asked).body).errors;
  const message = 'The request cannot be read.';
  expect(errorsOf(toHttpError(new BadJson('unexpected end of JSON input')))).toEqual([{ path: '', message }]);
  expect(errorsOf(new HttpError(400, 'invalid_credentials', 'Invalid credentials'))).toBeUndefined();
});

it.each([Error, SyntaxError])('an unknown error (%o) is ours, and reveals nothing', (Kind) => {
  const error = toHttpError(new Kind('relation "users" does not exist'));
  expect(error.status).toBe(500);
  expect(writeError('problem', error, asked).body).not.toContain('users');
});

it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'EDQUOT', '57P01', '08006', '53300', '25006', '57014', '40P01'])(
  'a dependency that is away, or too slow (%s), is 503 with Retry-After',
  (code) => {
    const error = toHttpError(Object.assign(new Error('lost'), { code }));
    expect([error.status, error.details.headers]).toEqual([503, { 'retry-after': '1' }]);
  },
);
