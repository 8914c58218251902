import { expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody, HttpError, toHttpError } from './http-error.ts';

const taken = new HttpError(422, 'user_already_exists', 'User already registered');

it.each([
  [
    'problem',
    true,
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
  ['gotrue', true, { code: 'user_already_exists', message: 'User already registered' }],
  ['gotrue', false, { code: 422, error_code: 'user_already_exists', msg: 'User already registered' }],
  ['postgrest', true, { code: 'user_already_exists', message: 'User already registered', details: null, hint: null }],
] as const)('a refusal in the form %s (new: %s)', (form, newForm, body) => {
  expect(errorBody(taken, form, 'r1', newForm)).toEqual(body);
});

it('a bad input names each field', () => {
  const { error } = z.object({ name: z.string(), age: z.number() }).safeParse({ age: 'x' });
  const refusal = toHttpError(error);
  expect(refusal.status).toBe(400);
  expect(refusal.details.errors?.map(({ path }) => path)).toEqual(['name', 'age']);
});

it('what went wrong inside is not told', () => {
  const refusal = toHttpError(new Error('relation "users" does not exist'));
  expect(refusal.status).toBe(500);
  expect(JSON.stringify(errorBody(refusal, 'problem', 'r1', true))).not.toContain('users');
});

it.each(['ECONNREFUSED', '57P01', '08006', '53300'])(
  'a dependency that is away (%s) is 503 and says when to come back',
  (code) => {
    const refusal = toHttpError(Object.assign(new Error('lost'), { code }));
    expect([refusal.status, refusal.details.headers]).toEqual([503, { 'retry-after': '1' }]);
  },
);
