import { ApiError } from '@tma/web/api/api-error';
import { beforeEach, expect, it, vi } from 'vitest';

const stored = { readActs: vi.fn(), isStored: vi.fn(), changeAct: vi.fn(), removeAct: vi.fn() };
const sendNote = vi.fn();
const readReport = vi.fn();
const call = vi.fn();
vi.mock('@tma/web/api/call', () => ({ call }));
vi.mock('./acts.ts', () => stored);
vi.mock('../../dashboard/desk/note.ts', () => ({ sendNote }));
vi.mock('../../dashboard/closing/send-proof.ts', () => ({ sendProof: vi.fn() }));
vi.mock('../../dashboard/segments.ts', () => ({ readHistory: vi.fn(), readReport }));
const { sendActs } = await import('./send.ts');

const noteOf = (key: string) => ({ key, by: '9', report: { id: '42' }, keptAt: 1, kind: 'note', text: key, after: 3 });
const textsSent = () => sendNote.mock.calls.map(([, , { text }]) => text);

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('navigator', {});
  stored.readActs.mockResolvedValue([noteOf('first'), noteOf('second')]);
  stored.isStored.mockResolvedValue(true);
  sendNote.mockResolvedValue({ seq: 8 });
});

it('sends what is kept, and keeps it no longer', async () => {
  await expect(sendActs('a.b.c', '9')).resolves.toBe(true);
  expect(textsSent()).toEqual(['first', 'second']);
  expect(stored.removeAct).toHaveBeenCalledTimes(2);
});

it('of two notes of the same words about a report the second is not taken for the first, whenever it is sent', async () => {
  const again = { ...noteOf('second'), text: 'first' };
  const elsewhere = { ...again, report: { id: '43' } };
  stored.readActs.mockResolvedValue([noteOf('first'), again, elsewhere]);
  await sendActs('a.b.c', '9');
  const looked = sendNote.mock.calls.map(([, id, { unsure }]) => [id, unsure]);
  expect(looked).toEqual([
    ['42', { text: 'first', after: 3 }],
    ['42', { text: 'first', after: 8 }],
    ['43', { text: 'first', after: 3 }],
  ]);
  expect(stored.changeAct.mock.calls).toEqual([[{ ...noteOf('second'), text: 'first', after: 8 }]]);
});

it('a note that was kept after another of the same words was read is looked for behind that one', async () => {
  stored.readActs.mockResolvedValue([noteOf('first'), { ...noteOf('second'), text: 'first', after: 9 }]);
  await sendActs('a.b.c', '9');
  const unsure = { text: 'first', after: 9 };
  expect(sendNote).toHaveBeenLastCalledWith('a.b.c', '42', { text: 'first', isPublic: false, unsure });
});

it('does not send what was removed meanwhile, as its writer logged out', async () => {
  stored.isStored.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  await sendActs('a.b.c', '9');
  expect(textsSent()).toEqual(['first']);
});

it('what the portal refuses is kept as refused', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  sendNote.mockRejectedValueOnce(new ApiError(422, 'not_yours', ''));
  await sendActs('a.b.c', '9');
  expect(stored.changeAct.mock.calls).toEqual([[{ ...noteOf('first'), isRefused: true }]]);
});

it.each([
  ['the session is over', 401, ''],
  ['a second factor has to be set up first', 403, 'second_factor_required'],
])('where %s, all waits for the next session', async (_, status, code) => {
  sendNote.mockRejectedValue(new ApiError(status, code, ''));
  await expect(sendActs('a.b.c', '9')).resolves.toBe(false);
  expect(textsSent()).toEqual(['first']);
  expect(stored.changeAct).not.toHaveBeenCalled();
  expect(stored.removeAct).not.toHaveBeenCalled();
});

it.each([
  ['is begun', 'still open', {}, 1],
  ['is not begun again', 'in progress by now', { status: 'In Progress' }, 0],
  ['is not begun any more', 'closed by now', { status: 'Closed', phase: 'ended' }, 0],
  ['is not begun by itself', 'a duplicate by now, whose status follows another', { duplicateOf: 'TMA-7CV3X4JW' }, 0],
])('work %s where the report is %s', async (_begun, _is, now, calls) => {
  stored.readActs.mockResolvedValue([{ key: 'start', by: '9', report: { id: '42' }, keptAt: 1, kind: 'start' }]);
  readReport.mockResolvedValue({ status: 'Open', phase: 'open', etag: '"1"', duplicateOf: null, ...now });
  await expect(sendActs('a.b.c', '9')).resolves.toBe(true);
  expect(call).toHaveBeenCalledTimes(calls);
  expect(stored.removeAct).toHaveBeenCalledOnce();
});
