import { expect, it } from 'vitest';
import { createNotices } from './notices.ts';

const { signal } = new AbortController();
const longMs = 600_000;

it('who waits is woken by a notice, and does not wait when one came since it counted', async () => {
  const notices = createNotices();
  const seen = notices.count();
  const waiting = notices.waitBeyond(seen, longMs, signal);
  notices.note();
  await waiting;
  await notices.waitBeyond(seen, longMs, signal);
  expect(notices.count()).toBe(seen + 1);
});
