import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { connectRedis } from './redis.ts';

it('Redis is asked again a second after it did not answer, also where the clock was set back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const redis = connectRedis('redis://127.0.0.1:1', pino({ level: 'silent' }), 'kit');
  const ask = () => redis.ask(async () => 'there');
  try {
    await redis.ask(() => Promise.reject(new Error('away')));
    expect(await ask()).toBeNull();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(1100);
    expect(await ask()).toBe('there');
  } finally {
    redis.close();
    vi.useRealTimers();
  }
});
