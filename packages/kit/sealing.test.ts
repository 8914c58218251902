import { describe, expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

describe('sealing', () => {
  const secret = Buffer.alloc(32, 1);
  const sealed = seal('a private key', secret, 'kid');
  it('unseals with its secret and label', () => expect(unseal(sealed, secret, 'kid')).toBe('a private key'));
  it('hides the text', () => expect(sealed.toString('latin1')).not.toContain('private'));
  it.each<[string, Buffer, Buffer, string]>([
    ['another secret', sealed, Buffer.alloc(32, 2), 'kid'],
    ['another label', sealed, secret, 'other'],
    ['a changed byte', Buffer.from(sealed.map((byte, index) => (index === 30 ? byte ^ 1 : byte))), secret, 'kid'],
    ['a shortened text', sealed.subarray(0, -1), secret, 'kid'],
  ])('does not unseal with %s', (_what, bytes, key, label) => {
    expect(() => unseal(bytes, key, label)).toThrow();
  });
});
