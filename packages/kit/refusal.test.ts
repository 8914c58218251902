import { expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal, toRefusal, writeRefusal } from './refusal.ts';

const taken = new Refusal(422, 'user_already_exists', 'User already registered');

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
  expect(writeRefusal(taken, form, 'r1', newForm)).toEqual(body);
});

it('a bad input names each field', () => {
  const { error } = z.object({ name: z.string(), age: z.number() }).safeParse({ age: 'x' });
  const refusal = toRefusal(error);
  expect(refusal.status).toBe(400);
  expect(refusal.details.errors?.map(({ path }) => path)).toEqual(['name', 'age']);
});

it('what went wrong inside is not told', () => {
  const refusal = toRefusal(new Error('relation "users" does not exist'));
  expect(refusal.status).toBe(500);
  expect(JSON.stringify(writeRefusal(refusal, 'problem', 'r1', true))).not.toContain('users');
});

it.each(['ECONNREFUSED', '57P01', '08006', '53300'])(
  'a dependency that is away (%s) is 503 and says when to come back',
  (code) => {
    const refusal = toRefusal(Object.assign(new Error('lost'), { code }));
    expect([refusal.status, refusal.details.headers]).toEqual([503, { 'retry-after': '1' }]);
  },
);
