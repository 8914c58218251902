/** The reports that wait on this device, each with its files in a record beside it. */
import { deleteParts, draftHasKey, draftIn, valuesPart } from '@tma/web/waiting-reports/drafts';
import { noted } from '@tma/web/waiting-reports/note';
import { answerOf, below, change, kinds, type RecordKey, read } from '@tma/web/waiting-reports/records';
import type { ReportFiles, WaitingReport } from '@tma/web/waiting-reports/report';

type Named = Pick<WaitingReport, 'userId' | 'key'>;

const reportKey = ({ userId, key }: Named): RecordKey => [kinds.report, userId, key];
const filesKey = ({ userId, key }: Named): RecordKey => [kinds.files, userId, key];

function put(records: IDBObjectStore, report: WaitingReport, files: ReportFiles) {
  records.put(report, reportKey(report));
  records.put(files, filesKey(report));
  records.put(true, [kinds.mark]);
}

function remove(records: IDBObjectStore, report: Named) {
  records.delete(reportKey(report));
  records.delete(filesKey(report));
}

/**
 * Stores a report in place of its draft, unless another tab has changed that draft. Throws if the device has no room; then nothing
 * has changed.
 */
export const storeReport = (report: WaitingReport, files: ReportFiles): Promise<void> =>
  change(async (records) => {
    put(records, report, files);
    if (await draftHasKey(records, report.userId, report.key)) deleteParts(records, report.userId);
  });

/** A person's reports, or everybody's, the newest first. */
export async function readReports(userId?: string): Promise<WaitingReport[]> {
  const range = userId === undefined ? below(kinds.report) : below(kinds.report, userId);
  const reports = await read((records) => answerOf<WaitingReport[]>(records.getAll(range)));
  return reports.sort((a, b) => b.keptAt - a.keptAt);
}

/** A report as it is now; undefined where it was sent or removed. */
export const readReport = (report: Named): Promise<WaitingReport | undefined> =>
  read((records) => answerOf<WaitingReport | undefined>(records.get(reportKey(report))));

export const readFiles = (report: Named): Promise<ReportFiles | undefined> =>
  read((records) => answerOf<ReportFiles | undefined>(records.get(filesKey(report))));

/** Changes a report that still waits. */
export const changeReport = (report: Named, changes: Partial<WaitingReport>): Promise<void> =>
  change(async (records) => {
    const now = await answerOf<WaitingReport | undefined>(records.get(reportKey(report)));
    if (now) records.put({ ...now, ...changes }, reportKey(report));
  });

export const removeReport = (report: Named): Promise<void> => change((records) => remove(records, report));

/**
 * Makes a waiting report the person's draft again. Another draft that is there becomes an unfinished report. Returns whether the
 * report is the draft now: not if it was sent or removed, or was edited after somebody else had returned it.
 */
export const returnToDraft = (report: Named): Promise<boolean> =>
  change(async (records) => {
    const { userId, key } = report;
    const stored = await answerOf<WaitingReport | undefined>(records.get(reportKey(report)));
    if (!stored) return draftHasKey(records, userId, key);
    const files = (await answerOf<ReportFiles | undefined>(records.get(filesKey(report)))) ?? {};
    await putAside(records, userId);
    records.put({ ...stored.values, key }, [userId, valuesPart]);
    for (const [name, file] of Object.entries(files)) if (file) records.put(file, [userId, name]);
    remove(records, report);
    return true;
  });

/** How long a report waits for a writer who does not sign in, in milliseconds. */
const longestAbsence = 30 * 24 * 3_600_000;

/**
 * Notes that this person is here and others are away, and removes the reports of those who have been away for too long: their
 * accounts may have been deleted, which a device cannot know. @returns the ids of the writers of whom nothing is left
 * @param now the server's time: the device's clock may be wrong, and decides nothing here. Without it no absence is counted.
 */
export const removeOfAbsent = (userId: string | undefined, now: number | undefined): Promise<string[]> =>
  change(async (records) => {
    const reports = await answerOf<WaitingReport[]>(records.getAll(below(kinds.report)));
    const left = new Set<string>();
    const gone = new Set<string>();
    for (const report of reports) {
      const { userId: writer } = report;
      const awaySince = writer === userId ? undefined : (report.awaySince ?? now);
      const isAbsent = now !== undefined && awaySince !== undefined && now - awaySince > longestAbsence;
      if (isAbsent) remove(records, report);
      else if (awaySince !== report.awaySince) records.put({ ...report, awaySince }, reportKey(report));
      (isAbsent ? gone : left).add(writer);
    }
    return [...gone].filter((writer) => !left.has(writer));
  });

/**
 * Whether reports of that person waited and the browser has deleted them, as it may where room is short: the mark beside the
 * reports is gone, and the note is still there.
 */
export const wasLost = async (userId: string): Promise<boolean> =>
  noted().includes(userId) && (await read((records) => answerOf<unknown>(records.get([kinds.mark])))) === undefined;

async function putAside(records: IDBObjectStore, userId: string) {
  const { key, values, files } = await draftIn(records, userId);
  const isEmpty = Object.keys(files).length === 0 && !Object.values(values).some(Boolean);
  const aside = { userId, key, values, fields: {}, keptAt: Date.now(), state: 'unfinished' } as const;
  if (!isEmpty) put(records, aside, files);
  deleteParts(records, userId);
}

/**
 * Deletes what the next user of this device must not see: a person's reports, and everybody's drafts and tokens. Reports of others
 * stay until they sign in.
 */
export const forgetPerson = (userId: string): Promise<void> =>
  change(async (records) => {
    for (const key of (await answerOf(records.getAllKeys())) as RecordKey[]) {
      const [kind, owner] = key;
      const isOfOthers = (kind === kinds.report || kind === kinds.files) && owner !== userId;
      if (!isOfOthers && kind !== kinds.mark) records.delete(key);
    }
  });
