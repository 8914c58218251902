import { addGauge, type Pool, type Registry, sharedRead } from '@tma/kit';
import { addStateGauges } from '../../queue/metrics.ts';
import { countReceipts, countSegments } from './receipts.store.ts';

export function addSmsMetrics(registry: Registry, pool: Pool): void {
  addStateGauges(registry, pool, 'sms', { name: 'tma_sms', help: 'Messages to telephones of the last month' });
  const receipts = sharedRead(() => countReceipts(pool));
  addGauge(registry, { name: 'tma_sms_segments', help: 'Segments of all that were sent' }, () => countSegments(pool));
  addGauge(registry, { name: 'tma_sms_receipts', help: 'Receipts of Kannel', labels: ['state'] }, async () =>
    (await receipts()).map(({ state, count }) => ({ value: count, labels: { state } })),
  );
  const last = { name: 'tma_sms_last_receipt_timestamp_seconds', help: 'When the last receipt came' };
  addGauge(registry, last, async () => {
    const times = (await receipts()).flatMap(({ newest: value }) => (value === null ? [] : [value]));
    return times.length > 0 ? [{ value: Math.max(...times) }] : [];
  });
}
