import { expect, it } from 'vitest';
import { changed, isBlank, newDraft } from './draft.ts';

const written = { ...newDraft().draft, location: 'Bank Road', image: new File(['x'], 'light.jpg') };

it('takes another key with a change, and keeps it while nothing changes', () => {
  const kept = changed(newDraft(), written);
  expect(changed(kept, { ...written })).toBe(kept);
  const further = changed(kept, { ...written, location: 'Canal Road' });
  expect(further.key).not.toBe(kept.key);
  expect(changed(further, { ...further.draft, image: new File(['x'], 'light.jpg') }).key).not.toBe(further.key);
});

it('knows what nothing was written in', () => {
  expect(isBlank(newDraft().draft)).toBe(true);
  expect(isBlank(written)).toBe(false);
  expect(isBlank({ ...newDraft().draft, document: new File([''], 'papers.pdf') })).toBe(false);
});

it('gives each new draft a key of its own', () => {
  expect(newDraft().key).toMatch(/^[0-9a-f]{32}$/);
  expect(newDraft().key).not.toBe(newDraft().key);
});
