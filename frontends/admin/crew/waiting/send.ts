/** Sends what crew did without a network, once each. */
import { startedStatus } from '@tma/contracts/reports/statuses';
import { ApiError, isTransient, statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { withLock } from '@tma/web/lock';
import { sendProof } from '../../dashboard/closing/send-proof.ts';
import { sendNote } from '../../dashboard/desk/note.ts';
import { mayStart } from '../../dashboard/save-report.ts';
import { readHistory, readReport } from '../../dashboard/segments.ts';
import { changeAct, isStored, readActs, removeAct, type WaitingAct } from './acts.ts';

/** Whether it is to be sent again later: no answer came, or one that says so, or another session is needed. */
const comesLater = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  isTransient(error) ||
  [401, 408, 429].includes(error.status) ||
  error.code === 'second_factor_required';

/** Work that the office has ended or begun meanwhile is not begun again. */
async function start(token: string, id: string): Promise<void> {
  const report = await readReport(token, id);
  if (!mayStart(report)) return;
  const body = { status: startedStatus };
  await call('PUT /reports/{id}', { params: { id }, body, token, headers: { 'if-match': report.etag } });
}

type WaitingNote = Extract<WaitingAct, { kind: 'note' }>;

/** Sends a note; a later one of the same words is looked for behind its entry, and so not taken for it. */
async function sendWaitingNote(token: string, act: WaitingNote, acts: readonly WaitingAct[]): Promise<void> {
  const { text, report } = act;
  const { id } = report;
  const after = act.after ?? (await readHistory(token, id)).at(-1)?.seq ?? 0;
  // Known from now on: a try whose answer is lost is found behind it.
  if (act.after === null) await changeAct({ ...act, after });
  const { seq } = await sendNote(token, id, { text, isPublic: false, unsure: { text, after } });
  for (const later of acts.slice(acts.indexOf(act) + 1)) {
    if (later.kind !== 'note' || later.report.id !== id || later.text !== text) continue;
    later.after = Math.max(seq, later.after ?? 0);
    await changeAct(later);
  }
}

async function sendOne(token: string, act: WaitingAct, acts: readonly WaitingAct[]): Promise<void> {
  if (act.kind === 'note') return sendWaitingNote(token, act, acts);
  const { id } = act.report;
  if (act.kind === 'start') return start(token, id);
  const { file, before } = act;
  const { signal } = new AbortController();
  // The portal knows the same file again. To look whether it has a new picture would take another one for this.
  await sendProof(file, { token, id, before, unsure: false, signal, onProgress: () => {} });
}

/** What is being sent from this tab, by the administrator's id. */
const sending = new Map<string, Promise<boolean>>();

/**
 * Sends all acts of an administrator, the oldest first, until one has to wait; in one tab at a time. A second call in this tab waits for
 * the first. @returns whether anything was sent by this call
 */
export function sendActs(token: string, by: string): Promise<boolean> {
  const before = sending.get(by);
  if (before) return before.then(() => false);
  const now = sendAll(token, by).finally(() => sending.delete(by));
  sending.set(by, now);
  return now;
}

async function sendAll(token: string, by: string): Promise<boolean> {
  const sent = await withLock(`crew-${by}`, async () => {
    let any = false;
    const acts = await readActs(by);
    for (const act of acts) {
      if (act.isRefused || !(await isStored(act))) continue;
      try {
        await sendOne(token, act, acts);
      } catch (error) {
        if (comesLater(error)) return any;
        // Somebody else changed the report meanwhile: looked at again the next time.
        if (act.kind === 'start' && statusOf(error) === 412) continue;
        console.warn('What was kept was not taken:', error);
        await changeAct({ ...act, isRefused: true });
        continue;
      }
      await removeAct(act);
      any = true;
    }
    return any;
  });
  return sent === true;
}
