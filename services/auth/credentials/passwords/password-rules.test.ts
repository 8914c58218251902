import { describe, expect, it } from 'vitest';
import { normalizePassword, weaknessOf } from './password-rules.ts';

describe('a new password', () => {
  it.each([
    ['correct horse battery', null],
    ['1234567', 'length'],
    ['12345678', 'pwned'],
    ['PassWord1', 'pwned'],
    ['ｐａｓｓｗｏｒｄ１', 'pwned'],
    ['someone@example.org', 'pwned'],
    ['SOMEONE@example.org', 'pwned'],
    ['q\u{1F600}'.repeat(4), null],
    ['\u{1F600}'.repeat(7), 'length'],
    ['xy'.repeat(128), null],
    [`${'xy'.repeat(128)}z`, 'length'],
    ['\u{1F600}'.repeat(256), null],
    ['ﷺ'.repeat(14), null],
    ['ﷺ'.repeat(15), 'length'],
    ['a'.repeat(1_000_000), 'length'],
  ])('%.30s: %s', (password, reason) => {
    expect(weaknessOf(password, 'someone@example.org')?.reasons[0] ?? null).toBe(reason);
  });

  it('is the same however its letters are composed', () => {
    expect(normalizePassword('e\u0301tage-deux')).toBe(normalizePassword('\u00e9tage-deux'));
  });
});
