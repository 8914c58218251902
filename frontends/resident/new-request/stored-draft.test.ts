import { expect, it, vi } from 'vitest';

/** The browser's storage, as far as drafts are kept in it: one transaction after the other. */
vi.mock('@tma/web/waiting-reports/records', () => {
  const stored = new Map<string, unknown>();
  const below = (key: string[]) => [...stored.keys()].filter((one) => one.startsWith(key.join()));
  const records = {
    get: (key: string[]) => stored.get(key.join()),
    put: (value: unknown, key: string[]) => void stored.set(key.join(), value),
    delete: (key: string[]) => {
      for (const one of below(key)) stored.delete(one);
    },
    getAllKeys: (key: string[]) => below(key).map((one) => one.split(',')),
  };
  let last: Promise<unknown> = Promise.resolve();
  const run = (work: (from: typeof records) => unknown) => {
    last = last.then(() => work(records));
    return last;
  };
  return { change: run, read: run, below: (...key: string[]) => key, answerOf: async (answer: unknown) => answer };
});
const { changed, deleteDraft, isEmpty, newDraft, newKeyFor, readDraft, storeDraft } = await import('./stored-draft.ts');

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

it('is stored with its own files, and all of them, whatever another tab has done with what was stored', async () => {
  const first = newKeyFor(written);
  storeDraft('7', undefined, first);
  const further = changed(first, { ...written, location: 'Canal Road' });
  storeDraft('7', first, further);
  expect(await readDraft('7')).toEqual(further);

  // As when another tab has sent it.
  await deleteDraft('7', further.key);
  const changedAfter = changed(further, { ...written, location: 'Mill Road' });
  storeDraft('7', further, changedAfter);
  expect(await readDraft('7')).toEqual(changedAfter);

  const empty = newDraft();
  const ofAnotherTab = changed(empty, { ...empty.draft, location: 'College Road' });
  storeDraft('7', empty, ofAnotherTab);
  expect(await readDraft('7')).toEqual(ofAnotherTab);
});
