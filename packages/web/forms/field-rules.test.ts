import { email as serverRule } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { brokenRule } from './field-rules.ts';

describe('an e-mail address is judged as the server judges it', () => {
  it.each([
    'sana@example.com',
    ' Sana@Example.com ',
    "o'neil+tma@mail.example.co",
    'nobody',
    'sana@example',
    '.sana@example.com',
    'sa..na@example.com',
    'sana@-example.com',
    'sana @example.com',
    `${'x'.repeat(243)}@example.com`,
    '',
  ])('%j', (text) => {
    expect(brokenRule('Email', text) === null).toBe(serverRule.safeParse(text).success);
  });
});

it.each([
  ['location', 'x'.repeat(200), null],
  ['location', 'x'.repeat(201), 'must be at most 200 characters'],
  ['First_Name', 'x'.repeat(81), 'must be at most 80 characters'],
  ['contact_number', '0300\u0007123', 'must not contain control characters'],
  ['password', 'x'.repeat(300), null],
])('%s: %.20j', (name, value, problem) => {
  expect(brokenRule(name, value)).toBe(problem);
});
