/**
 * A note of whose reports wait on this device, in another kind of storage than the reports: it can be read at once, and is still
 * there where the browser has deleted them. Where storage is refused, nothing is noted.
 */
const note = 'tma-waiting';

export function noted(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(note) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether anybody's reports wait. */
export const someWait = (): boolean => noted().length > 0;

/** Notes whether reports of that person wait. */
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
