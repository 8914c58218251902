import { expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from './form-errors.ts';
import { HttpError } from './http-error.ts';
import { toHttpError } from './to-http-error.ts';

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
] as const)('an error in the form %s (new: %s)', (form, newForm, body) => {
  expect(errorBody(taken, form, 'r1', newForm)).toEqual(body);
});

it('input that does not fit its schema: each field is named', () => {
  const { error: thrown } = z.object({ name: z.string(), age: z.number() }).safeParse({ age: 'x' });
  const error = toHttpError(thrown);
  expect(error.status).toBe(400);
  expect(error.details.errors?.map(({ path }) => path)).toEqual(['name', 'age']);
});

it('an unknown error reveals nothing', () => {
  const error = toHttpError(new Error('relation "users" does not exist'));
  expect(error.status).toBe(500);
  expect(JSON.stringify(errorBody(error, 'problem', 'r1', true))).not.toContain('users');
});

it.each(['ECONNREFUSED', '57P01', '08006', '53300'])(
  'a dependency that is away (%s) is 503 with Retry-After',
  (code) => {
    const error = toHttpError(Object.assign(new Error('lost'), { code }));
    expect([error.status, error.details.headers]).toEqual([503, { 'retry-after': '1' }]);
  },
);
