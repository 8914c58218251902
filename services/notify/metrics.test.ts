import { addMetrics, createApp, createLog } from '@tma/kit';
import { expect, it, vi } from 'vitest';
import { plan } from './plan.ts';

it('a scrape looks at the mails once, for all that it says of them', async () => {
  const query = vi.fn(async () => ({ rows: [{ state: 'sent', count: 3, newest: 1_700_000_000 }] }));
  const app = createApp(createLog('notify', 'silent'));
  plan.metrics?.(addMetrics(app, 'notify'), { senders: [], pool: { query } } as never);
  for (const scrapes of [1, 2]) {
    const { body } = await app.inject('/metrics');
    expect(body).toContain('tma_mails{state="sent",service="notify"} 3');
    expect(body).toContain('tma_mails_newest_timestamp_seconds{state="sent",service="notify"} 1700000000');
    expect(query).toHaveBeenCalledTimes(scrapes);
  }
});
