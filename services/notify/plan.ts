import { addGauge, repeat, type ServicePlan, sharedRead } from '@tma/kit';
import { buildApp } from './app.ts';
import type { NotifyConfig } from './config.ts';
import { buildOwn, type NotifyOwn } from './context.ts';
import { handlers } from './events.ts';
import { countByState, deleteOldMails, forgetRecipients } from './stores/deliveries.store.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** What the service is made of. */
export const plan: ServicePlan<NotifyConfig, NotifyOwn> = {
  name: 'notify',
  migrations: new URL('./migrations', import.meta.url),
  build: buildOwn,
  app: buildApp,
  handlers,
  metrics(registry, { pool }) {
    // Both come from one look.
    const read = sharedRead(() => countByState(pool));
    addGauge(registry, { name: 'tma_mails', help: 'Mails of the last month', labels: ['state'] }, async () =>
      (await read()).map(({ state, count }) => ({ value: count, labels: { state } })),
    );
    const newest = { name: 'tma_mails_newest_timestamp_seconds', help: 'When the newest was sent, or asked for' };
    addGauge(registry, { ...newest, labels: ['state'] }, async () =>
      (await read()).map(({ state, newest: value }) => ({ value, labels: { state } })),
    );
  },
  background(notify) {
    const stopSender = notify.sender.start();
    const stopDeleting = repeat(
      hourMs,
      () => deleteOldMails(notify.pool),
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
      await Promise.all([stopSender(), stopDeleting(), stopForgetting()]);
    };
  },
};
