import { describe, expect, it } from 'vitest';
import { redirectTarget, withError } from '../credentials/mailed-links/redirects.ts';

describe('the address that a link redirects to', () => {
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

  it('carries an error in the fragment', () => {
    const target = new URL('https://tma.example/signin?a=1#b');
    expect(withError(target, { code: 'otp_expired', message: 'Email link is invalid' })).toBe(
      'https://tma.example/signin?a=1#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
    );
  });
});
