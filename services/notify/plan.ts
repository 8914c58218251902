import { addGauge, repeat, type ServicePlan, sharedRead } from '@tma/kit';
import { buildApp } from './app.ts';
import { addSmsMetrics } from './channels/sms/metrics.ts';
import { startCallbacks } from './channels/sms/start.ts';
import type { NotifyConfig } from './config.ts';
import { buildOwn, type NotifyOwn, smsSender } from './context.ts';
import { checks, handlers } from './events.ts';
import { countByState, deleteOldDeliveries, forgetRecipients } from './queue/upkeep.store.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** What the service is made of. */
export const plan: ServicePlan<NotifyConfig, NotifyOwn> = {
  name: 'notify',
  schema: new URL('./schema/', import.meta.url),
  build: buildOwn,
  app: buildApp,
  handlers,
  checks: ({ config }) => checks(config),
  metrics(registry, { pool, senders }) {
    // Both gauges come from one query.
    const read = sharedRead(() => countByState(pool, 'mail'));
    addGauge(registry, { name: 'tma_mails', help: 'Mails of the last month', labels: ['state'] }, async () =>
      (await read()).map(({ state, count }) => ({ value: count, labels: { state } })),
    );
    if (smsSender({ senders })) addSmsMetrics(registry, pool);
    const newest = { name: 'tma_mails_newest_timestamp_seconds', help: 'When the newest was sent, or asked for' };
    addGauge(registry, { ...newest, labels: ['state'] }, async () =>
      (await read()).map(({ state, newest: value }) => ({ value, labels: { state } })),
    );
  },
  background(notify) {
    const sender = smsSender(notify);
    const stopSms = sender ? [startCallbacks({ ...notify, sender })] : [];
    const stopSenders = notify.senders.map((sender) => sender.start());
    const stopDeleting = repeat(
      hourMs,
      () => deleteOldDeliveries(notify.pool),
      notify.log,
      'old mails could not be forgotten; it is tried again',
    );
    const stopForgetting = repeat(
      minuteMs,
      () => forgetRecipients(notify.pool),
      notify.log,
      'recipients of mails could not be forgotten; it is tried again',
    );
    return async () => {
      await Promise.all([...stopSms, ...stopSenders, stopDeleting, stopForgetting].map((stop) => stop()));
    };
  },
};
