import type { NotifyConfig } from '../../config.ts';

/** When the quiet hours end that a moment is in; null outside of them. */
export function quietUntil(now: Date, quiet: NotifyConfig['SMS_QUIET'], timeZone: string): Date | null {
  if (!quiet) return null;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const [hour = 0, minute = 0, second = 0] = clock.format(now).split(':').map(Number);
  const { from, to } = quiet;
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return null;
  const seconds = ((to - hour + 24) % 24) * 3600 - minute * 60 - second;
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + seconds * 1000);
}
