import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatchdog } from './watchdog.ts';

describe('the watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<[string, () => Promise<number>, boolean, boolean]>([
    ['messages wait and nothing is handled', async () => 3, false, true],
    ['nothing waits', async () => 0, false, false],
    ['Kafka is away', () => Promise.reject(new Error('away')), false, false],
    ['one message takes long', async () => 3, true, false],
  ])('%s', async (_what, lag, busy, expected) => {
    const fatal = vi.fn<(error: Error) => void>();
    const watchdog = createWatchdog(lag, fatal, 60_000);
    const work = busy ? watchdog.handling(() => new Promise((resolve) => setTimeout(resolve, 300_000))) : null;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(fatal).toHaveBeenCalledTimes(expected ? 1 : 0);
    watchdog.stop();
    await work;
  });

  it('messages wait, and the clock is set ahead: nothing ends before its time', async () => {
    const fatal = vi.fn<(error: Error) => void>();
    const watchdog = createWatchdog(async () => 3, fatal, 60_000);
    await vi.advanceTimersByTimeAsync(20_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(fatal).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fatal).toHaveBeenCalledTimes(1);
    watchdog.stop();
  });
});
