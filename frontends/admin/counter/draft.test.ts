import { expect, it } from 'vitest';
import { bodyOf, isEmpty, newDraft } from './draft.ts';

const image = new File(['1'], 'lamp.jpg', { type: 'image/jpeg' });
const document = new File(['2'], 'papers.pdf', { type: 'application/pdf' });

it.each([
  ['Street Lights Repair', ['image', 'document']],
  ['Side Walk Repair', ['image']],
])('of %s these files are sent: %j', (issue, names) => {
  const fresh = newDraft('ur');
  const body = bodyOf({ ...fresh, values: { ...fresh.values, issue, name: ' ' }, files: { image, document } });
  expect([...body.keys()]).toEqual(['issue', 'language', ...names]);
});

it('is empty until something is written or chosen beside the language', () => {
  const fresh = newDraft('ur');
  expect(isEmpty(fresh)).toBe(true);
  expect(isEmpty({ ...fresh, values: { ...fresh.values, name: 'Gul' } })).toBe(false);
  expect(isEmpty({ ...fresh, files: { image, document: null } })).toBe(false);
});
