import { beforeEach, expect, it, vi } from 'vitest';

const call = vi.fn();
const readHistory = vi.fn();
vi.mock('@tma/web/api/call', () => ({ call }));
vi.mock('@tma/web/session/admin-session', () => ({ onAdminChange: () => {} }));
vi.mock('../segments.ts', () => ({ readHistory }));
const { draftToSend, keepDraft, noDraft, sendNote } = await import('./note.ts');

const text = 'The pump is ordered.';
const unsure = { text, after: 3 };

beforeEach(() => {
  vi.resetAllMocks();
  call.mockResolvedValue({ seq: 9 });
});

it.each([
  ['it has arrived', { seq: 4, public: false }, false, 4],
  ['one before it says the same', { seq: 3, public: false }, false, 9],
  ['it has arrived, and is to be for the reporter now', { seq: 4, public: false }, true, 9],
  ['it has arrived for the reporter', { seq: 4, public: true }, true, 4],
])('a note without an answer that is sent again, where %s', async (_, known, isPublic, seq) => {
  readHistory.mockResolvedValue([{ kind: 'noted', text, ...known }]);
  expect(await sendNote('a.b.c', '42', { text, isPublic, unsure })).toMatchObject({ seq });
  expect(call).toHaveBeenCalledTimes(seq === 9 ? 1 : 0);
});

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('a note that was to be for the reporter (%s), where that may be (%s), is: %s', (isPublic, mayBePublic, is) => {
  keepDraft('42', { ...noDraft, text, isPublic });
  expect(draftToSend('42', mayBePublic)).toMatchObject({ text, isPublic: is });
});
