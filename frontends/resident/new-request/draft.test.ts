import { beforeEach, expect, it } from 'vitest';
import { draftOf, forgetDraft, keepDraft, keyOf } from './draft.ts';

const draft = { ...draftOf('nobody'), location: 'Bank Road' };

beforeEach(forgetDraft);

it('gives back what was written, to the person who wrote it', () => {
  keepDraft('7', draft);
  expect(draftOf('7')).toEqual(draft);
  expect(draftOf('8').location).toBe('');
});

it('keeps the key while nothing changes and takes another after a change', () => {
  keepDraft('7', draft);
  const key = keyOf('7');
  expect(keyOf('7')).toBe(key);
  keepDraft('7', { ...draft, location: 'Canal Road' });
  expect(keyOf('7')).not.toBe(key);
});

it('is gone once sent', () => {
  keepDraft('7', draft);
  forgetDraft();
  expect(draftOf('7').location).toBe('');
});
