import { describe, expect, it } from 'vitest';
import { normalizeEmail } from './email-address.ts';

describe('an e-mail address', () => {
  it.each([
    [' Sana@Example.ORG ', 'sana@example.org'],
    ['nope', null],
    ['a@b.c\r\nBcc: x@y.z', null],
    ['a\u0000@example.org', null],
    [`${'a'.repeat(250)}@example.org`, null],
  ])('%j', (text, stored) => expect(normalizeEmail(text)).toBe(stored));
});
