import type { Profile } from '@tma/web/api/tables';
import { withLock } from '@tma/web/lock';
import { tokenOf } from '@tma/web/session/resident-token';
import { onWaitingChange, publishChange } from '@tma/web/waiting-reports/changes';
import { errorOf, type ReportFiles, type WaitingReport } from '@tma/web/waiting-reports/report';
import { attempt, sendReport, type Transport } from '@tma/web/waiting-reports/send';
import { type Attempt, attemptOf } from '@tma/web/waiting-reports/states';
import { readReport, returnToDraft, storeReport } from '@tma/web/waiting-reports/store';
import { within } from '@tma/web/within';
import { type Draft, filesOf, sentFieldsOf, valuesOf } from './report-draft.ts';

/** What is submitted: a report as it is stored and sent, and its files. */
export interface Submission {
  report: WaitingReport;
  files: ReportFiles;
}

export const submissionOf = (draft: Draft, key: string, profile: Profile): Submission => ({
  report: {
    userId: profile.id,
    key,
    values: valuesOf(draft),
    fields: sentFieldsOf(draft, profile),
    keptAt: Date.now(),
    state: 'waiting',
  },
  files: filesOf(draft),
});

/** What came of submitting a report; `isStored` where the device had room for it. */
export interface Submitted {
  done: Attempt;
  isStored: boolean;
}

const warn = (error: unknown): null => {
  console.warn('The report is not kept:', error);
  return null;
};
/** How long the device may take to store a report, whose files may be large, in milliseconds. */
const storingTime = 10_000;
/** How long the message that a report was sent may take from one tab to another, in milliseconds. */
const hearingTime = 1000;

/**
 * Stores a report on this device, then sends it: it is not lost if the page ends in between. A repeated key returns the first report
 * again, so that a report that is sent twice is one report.
 */
export async function submitReport({ report, files }: Submission, transport: Transport): Promise<Submitted> {
  const storing = storeReport(report, files).then(
    () => true,
    (error: unknown) => {
      warn(error);
      return false;
    },
  );
  const isStored = await within(storingTime, storing, false);
  const options = { readToken: tokenOf, transport };
  const listening = listenForSent(report.key);
  // Other tabs and the worker learn of it: they may send it instead of this page.
  if (isStored) publishChange({ kind: 'changed', userId: report.userId, key: report.key });
  try {
    if (!navigator.onLine) return { done: attemptOf(new TypeError('There is no network')), isStored };
    const sendFromDevice = async () =>
      (await sendReport(report, { ...options, waits: true })) ?? (await outcomeElsewhere(report, listening.soon));
    // If the device's storage fails meanwhile, the report is sent from memory.
    const done = isStored ? await sendFromDevice().catch(warn) : undefined;
    return { done: done ?? (await attempt(report, files, options)), isStored };
  } finally {
    listening.stop();
  }
}

/** Listens for the message that the report of that key was sent. `soon` resolves to whether it has come, or comes within a second. */
export function listenForSent(key: string) {
  let stop = () => {};
  const sent = new Promise<boolean>((resolve) => {
    stop = onWaitingChange((change) => change.key === key && change.kind === 'sent' && resolve(true));
  });
  return { soon: () => within(hearingTime, sent, false), stop };
}

/** The outcome where another tab or the worker handled the report first: it was sent, refused, edited or removed there. */
async function outcomeElsewhere(report: WaitingReport, sentSoon: () => Promise<boolean>): Promise<Attempt> {
  const now = await readReport(report);
  if (!now && (await sentSoon())) return { result: 'accepted' };
  if (!now?.refusal) return { result: 'stopped', error: new DOMException('It is no longer to be sent', 'AbortError') };
  return { result: 'refused', error: errorOf(now.refusal) };
}

/** The result of taking a report back: `sent` if it was sent before, `gone` if another tab removed or edited it, `failed` if the storage failed. */
export type TakenBack = 'returned' | 'sent' | 'gone' | 'failed';

/** Makes a waiting report a draft again, once nobody is sending it. Its writer can then change or send it. */
export async function takeBack(userId: string, key: string): Promise<TakenBack> {
  const listening = listenForSent(key);
  try {
    const returned = await withLock(key, () => returnToDraft({ userId, key }), true);
    if (!returned) return (await listening.soon()) ? 'sent' : 'gone';
    publishChange({ kind: 'changed', userId, key });
    return 'returned';
  } catch (error) {
    warn(error);
    return 'failed';
  } finally {
    listening.stop();
  }
}
