/**
 * Notices that the browser has deleted what was kept, as it may where room is short: the mark beside the reports is gone, and
 * the note in another kind of storage, whose reports wait, is still there. A browser that deletes both leaves nobody to notice.
 */
import { answerOf, kinds, read } from '@tma/web/queue/records';

const note = 'tma-waiting';

function noted(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(note) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Notes whether reports of that person wait. Where storage is refused, nothing is noticed. */
export function noteWaiting(userId: string, waits: boolean): void {
  const others = noted().filter((one) => one !== userId);
  const now = waits ? [...others, userId] : others;
  try {
    if (now.length === 0) localStorage.removeItem(note);
    else localStorage.setItem(note, JSON.stringify(now));
  } catch {
    // Nothing is noted.
  }
}

/** Whether reports of that person waited and the browser has deleted them. */
export const wasLost = async (userId: string): Promise<boolean> =>
  noted().includes(userId) && (await read((records) => answerOf<unknown>(records.get([kinds.mark])))) === undefined;
