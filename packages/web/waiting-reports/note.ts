/**
 * A note of the people whose reports wait on this device, in another kind of storage than the reports: it can be read at once, and
 * stays if the browser deletes the reports. Where storage is refused, nothing is noted.
 */
import { deviceStorage } from '@tma/web/session/guarded-storage';

const note = 'tma-waiting';

export function noted(): string[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(note) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const someWait = (): boolean => noted().length > 0;

export function noteWaiting(userId: string, waits: boolean): void {
  const others = noted().filter((one) => one !== userId);
  const now = waits ? [...others, userId] : others;
  if (now.length === 0) deviceStorage.remove(note);
  else deviceStorage.set(note, JSON.stringify(now));
}
