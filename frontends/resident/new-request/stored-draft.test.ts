import { expect, it } from 'vitest';
import { changed, isEmpty, newDraft } from './stored-draft.ts';

const written = { ...newDraft().draft, location: 'Bank Road', image: new File(['x'], 'light.jpg') };

it('gets another key with a change, and keeps it while nothing changes', () => {
  const first = changed(newDraft(), written);
  expect(changed(first, { ...written })).toBe(first);
  const further = changed(first, { ...written, location: 'Canal Road' });
  expect(further.key).not.toBe(first.key);
  expect(changed(further, { ...further.draft, image: new File(['x'], 'light.jpg') }).key).not.toBe(further.key);
});

it('is empty as long as nothing was written in it', () => {
  expect(isEmpty(newDraft().draft)).toBe(true);
  expect(isEmpty(written)).toBe(false);
  expect(isEmpty({ ...newDraft().draft, document: new File([''], 'papers.pdf') })).toBe(false);
});

it('has a key of its own when it is new', () => {
  expect(newDraft().key).toMatch(/^[0-9a-f]{32}$/);
  expect(newDraft().key).not.toBe(newDraft().key);
});
