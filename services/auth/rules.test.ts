import { foldName } from '@tma/contracts';
import { HttpError } from '@tma/kit';
import { describe, expect, it, test } from 'vitest';
import { readEmail } from './emails.ts';
import { linkOf } from './links.ts';
import { foldPassword, weaknessOf } from './passwords.ts';
import { createQueue } from './queue.ts';
import { redirectTarget, withError } from './redirects.ts';
import { pickRows } from './rows.ts';
import { seal, unseal } from './sealing.ts';
import { tidyTehsil } from './tehsils.ts';

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
    expect(foldPassword('e\u0301tage-deux')).toBe(foldPassword('\u00e9tage-deux'));
  });
});

describe('where a link leads', () => {
  const rules = {
    PUBLIC_URL: 'https://tma.example',
    ALLOWED_REDIRECTS: ['https://app.example', 'https://shared.example/tma'],
  };
  const signIn = 'https://tma.example/signin';
  it.each([
    [undefined, signIn],
    ['', signIn],
    ['https://tma.example/profile?x=1#y', 'https://tma.example/profile?x=1#y'],
    ['https://TMA.example:443/a', 'https://tma.example/a'],
    ['https://app.example/anything', 'https://app.example/anything'],
    ['https://shared.example/tma', 'https://shared.example/tma'],
    ['https://shared.example/tma/in', 'https://shared.example/tma/in'],
    ['https://shared.example/tmaevil', signIn],
    ['https://shared.example/tma/../evil', signIn],
    ['https://shared.example/', signIn],
    ['http://tma.example/signin2', signIn],
    ['https://tma.example:8443/', signIn],
    ['https://tma.example.evil.example/', signIn],
    ['https://tma.example@evil.example/', signIn],
    ['https://evil@tma.example/', signIn],
    ['https://evil.example\\@tma.example/', signIn],
    ['//evil.example', signIn],
    ['/profile', signIn],
    ['javascript:alert(1)//tma.example', signIn],
    ['data:text/html,hi', signIn],
    [`https://tma.example/${'a'.repeat(2048)}`, signIn],
  ])('%.60s', (wanted, target) => {
    expect(redirectTarget(wanted, rules).href).toBe(target);
  });

  it('tells an error in the fragment', () => {
    expect(withError(new URL('https://tma.example/signin?a=1#b'), 'otp_expired', 'Email link is invalid')).toBe(
      'https://tma.example/signin?a=1#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
    );
  });

  it('is what the mail says', () => {
    const redirect = new URL('https://tma.example/signin');
    expect(linkOf('https://tma.example', 'recovery', 'abc', redirect)).toBe(
      'https://tma.example/reset-password?token_hash=abc',
    );
    expect(linkOf('https://tma.example', 'signup', 'abc', redirect)).toBe(
      'https://tma.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Ftma.example%2Fsignin',
    );
  });
});

describe('a tehsil', () => {
  it.each(['Takht Bhai', ' takht  bhai ', 'TAKHT\u00a0BHAI', 'Ｔａｋｈｔ Bhai', 'Takht\u200b Bhai'])(
    '%s is one place',
    (name) => {
      expect(foldName(name)).toBe('takht bhai');
    },
  );
  it('keeps its capitals', () => expect(tidyTehsil('  Garhi   Kapura ')).toBe('Garhi Kapura'));
});

describe('an address', () => {
  it.each([
    [' Sana@Example.ORG ', 'sana@example.org'],
    ['nope', null],
    ['a@b.c\r\nBcc: x@y.z', null],
    ['a\u0000@example.org', null],
    [`${'a'.repeat(250)}@example.org`, null],
  ])('%j', (text, kept) => expect(readEmail(text)).toBe(kept));
});

describe('sealing', () => {
  const secret = Buffer.alloc(32, 1);
  const sealed = seal('a private key', secret, 'kid');
  it('opens with its secret and label', () => expect(unseal(sealed, secret, 'kid')).toBe('a private key'));
  it('hides the text', () => expect(sealed.toString('latin1')).not.toContain('private'));
  it.each<[string, Buffer, Buffer, string]>([
    ['another secret', sealed, Buffer.alloc(32, 2), 'kid'],
    ['another label', sealed, secret, 'other'],
    ['a changed byte', Buffer.from(sealed.map((byte, index) => (index === 30 ? byte ^ 1 : byte))), secret, 'kid'],
    ['a shortened text', sealed.subarray(0, -1), secret, 'kid'],
  ])('does not open with %s', (_what, bytes, key, label) => {
    expect(() => unseal(bytes, key, label)).toThrow();
  });
});

describe('the queue for hashing', () => {
  test('runs so many at a time, lets so many wait, and refuses the rest with 503', async () => {
    const run = createQueue(2, 3);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return 'done';
    };
    const results = Array.from({ length: 7 }, () => run(work).catch((error: HttpError) => error.status));
    expect(await Promise.all(results.slice(5))).toEqual([503, 503]);
    for (let opened = 0; opened < 5; opened += 1) {
      while (gates.length === 0) await Promise.resolve();
      gates.shift()?.();
      await results[opened];
    }
    expect(await Promise.all(results.slice(0, 5))).toEqual(Array(5).fill('done'));
    expect(most).toBe(2);
  });

  test('goes on after work that fails', async () => {
    const run = createQueue(1, 1);
    await expect(run(async () => Promise.reject(new HttpError(400, 'x', 'x')))).rejects.toThrow('x');
    await expect(run(async () => 1)).resolves.toBe(1);
  });
});

describe('picking rows of a small table', () => {
  const rows = [
    { id: 'AA-1', tehsil: 'Mardan' },
    { id: 'bb-2', tehsil: 'Katlang' },
  ];
  const q = {
    select: ['tehsil'],
    filters: [],
    order: [],
    limit: 50,
    offset: 0,
    count: true,
    single: false,
    representation: false,
  };
  it.each([
    [{}, '[{"tehsil":"Mardan"},{"tehsil":"Katlang"}]'],
    [{ order: [{ column: 'tehsil', ascending: true }] }, '[{"tehsil":"Katlang"},{"tehsil":"Mardan"}]'],
    [{ offset: 1 }, '[{"tehsil":"Katlang"}]'],
    [{ limit: 0 }, '[]'],
    [{ filters: [{ column: 'id', value: 'aa1' }] }, '[{"tehsil":"Mardan"}]'],
    [{ filters: [{ column: 'tehsil', value: 'mardan' }] }, '[]'],
  ])('%j', (changes, json) => {
    expect(pickRows(rows, { ...q, ...changes }).json).toBe(json);
  });
});
