import { defaultStatus } from '@tma/contracts/reports/statuses';
import { ApiError } from '@tma/web/api/api-error';
import type { Profile } from '@tma/web/api/tables';
import { tellChange } from '@tma/web/queue/changes';
import { keepReport, readReport, returnToDraft } from '@tma/web/queue/kept';
import type { KeptFiles, KeptReport } from '@tma/web/queue/report';
import { attempt, sendKept, type Transport } from '@tma/web/queue/send';
import type { Attempt } from '@tma/web/queue/states';
import { tokenOf } from '../resident-token.ts';
import { nameToShow } from '../use-profile.ts';
import { fileFields } from './files.ts';
import { type Draft, textNames } from './report-fields.ts';

/** What is submitted: a report as it is kept and sent, and its files. */
export interface Submission {
  report: KeptReport;
  files: KeptFiles;
}

export function submissionOf(draft: Draft, key: string, profile: Profile): Submission {
  const { id: userId, tehsil } = profile;
  const sender = { name: nameToShow(profile), status: defaultStatus, userId, tehsil };
  const texts = Object.fromEntries(textNames.map((name) => [name, draft[name]]));
  const files = Object.fromEntries(fileFields.map((name) => [name, draft[name]]));
  return { report: { userId, key, texts, sender, keptAt: Date.now(), state: 'waiting' }, files };
}

/** What came of submitting a report; `isKept` where the device had room for it. */
export interface Submitted {
  done: Attempt;
  isKept: boolean;
}

const warn = (error: unknown) => console.warn('The report is not kept:', error);
const unreachable = (): Attempt => ({ result: 'unanswered', error: new ApiError(0, 'unreachable', '') });

/**
 * Keeps a report, then sends it: whatever ends this page in between, it is on this device. A repeated key returns the first
 * report again, so what is sent twice is one report.
 */
export async function submitReport({ report, files }: Submission, transport: Transport): Promise<Submitted> {
  const isKept = await keepReport(report, files).then(
    () => true,
    (error: unknown) => {
      warn(error);
      return false;
    },
  );
  const options = { readToken: tokenOf, transport };
  if (!navigator.onLine) {
    if (isKept) tellChange({ kind: 'changed', userId: report.userId, key: report.key });
    return { done: unreachable(), isKept };
  }
  if (!isKept) return { done: await attempt(report, files, options), isKept };
  return { done: (await sendKept(report, options, true)) ?? (await whatOthersDid(report)), isKept };
}

/** Another tab, or the worker, was at it first. */
async function whatOthersDid(report: KeptReport): Promise<Attempt> {
  const { refusal } = (await readReport(report)) ?? {};
  if (!refusal) return { result: 'accepted' };
  const { status, code, message, errors } = refusal;
  return { result: 'refused', error: new ApiError(status, code, message, errors) };
}

/** Makes it a draft again: it is for its writer to change or to send. */
export async function takeBack(userId: string, key: string): Promise<void> {
  await returnToDraft({ userId, key }).catch(warn);
  tellChange({ kind: 'changed', userId, key });
}
