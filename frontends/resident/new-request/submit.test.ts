import { beforeEach, expect, it, vi } from 'vitest';

const attempt = vi.fn();
const sendReport = vi.fn();
vi.mock('@tma/web/waiting-reports/send', () => ({ attempt, sendReport }));
vi.mock('@tma/web/waiting-reports/store', () => ({ storeReport: async () => undefined }));
vi.mock('@tma/web/session/resident-token', () => ({ tokenOf: async () => 'a.b.c' }));
const { submissionOf, submitReport } = await import('./submit.ts');
const { emptyDraft } = await import('./report-draft.ts');

const profile = { id: '7', first_name: 'Sana', last_name: 'Khan', tehsil: 'Mardan', location: '', contact_number: '' };

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
});

it('a report that the device has stored and cannot read again is sent all the same', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  sendReport.mockRejectedValue(new DOMException('The database connection is closing', 'InvalidStateError'));
  attempt.mockResolvedValue({ result: 'accepted' });
  const submission = submissionOf({ ...emptyDraft, location: 'Bank Road' }, 'k', profile);
  const submitted = await submitReport(submission, async () => null);
  expect(submitted).toEqual({ done: { result: 'accepted' }, isStored: true });
  expect(attempt).toHaveBeenCalledExactlyOnceWith(submission.report, submission.files, expect.anything());
  expect(warned).toHaveBeenCalledOnce();
});
