import { describe, expect, it } from 'vitest';
import { createUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.ts';

describe('the token of a link that stops invitations', () => {
  const token = createUnsubscribeToken('n@example.com', 'secret');
  it('stands for its address', () => expect(readUnsubscribeToken(token, 'secret')).toBe('n@example.com'));
  it.each([
    '',
    '.',
    'bm8',
    `${token}x`,
    `${Buffer.from('o@example.com').toString('base64url')}.${token.split('.')[1]}`,
  ])('does not stand for another: %s', (forged) => expect(readUnsubscribeToken(forged, 'secret')).toBeNull());
  it('is worth nothing under another secret', () => expect(readUnsubscribeToken(token, 'other')).toBeNull());
});
