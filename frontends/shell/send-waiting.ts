import type { RemoteBuild } from '@tma/web/remote';
import { someWait } from '@tma/web/waiting-reports/note';

/** How long to wait until what could not be loaded is loaded again, at first and at most, in milliseconds. */
const pauses = { first: 15_000, most: 600_000 };

/**
 * Has reports that wait on this device sent from pages that are not residents'. The code for it is loaded from the residents' remote,
 * and only where something waits.
 * @param build loads that remote
 * @param left when these pages are
 */
export function sendWaiting(build: () => Promise<RemoteBuild>, left: AbortSignal): void {
  let begun = false;
  let pause = pauses.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (begun || left.aborted || !someWait()) return;
    begun = true;
    const stop = await (await build()).sendWaiting?.();
    if (left.aborted) stop?.();
    else if (stop) left.addEventListener('abort', stop);
  };
  const lookOrAgain = () =>
    void look().catch(() => {
      begun = false;
      clearTimeout(timer);
      // Not by everybody at once.
      timer = setTimeout(lookOrAgain, pause * (1 + Math.random()));
      pause = Math.min(2 * pause, pauses.most);
    });
  lookOrAgain();
  // What cannot be loaded without a network is loaded with it; `storage` is fired when another tab stores a report.
  for (const event of ['online', 'storage']) addEventListener(event, lookOrAgain, { signal: left });
}
