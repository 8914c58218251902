import { topics } from '@tma/contracts';
import { addGauge, repeat, type ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { NotifyConfig } from './config.ts';
import { handlers } from './events.ts';
import { startSender } from './sender.ts';
import { forgetOld, mailsByState } from './store.ts';

/** What the service is made of. */
export const plan: ServicePlan<NotifyConfig> = {
  name: 'notify',
  migrations: new URL('./migrations', import.meta.url),
  build: async () => ({}),
  app: buildApp,
  consumes: { topics: [topics.reports, topics.identity], handlers },
  metrics(registry, { pool }) {
    addGauge(registry, { name: 'tma_mails', help: 'Mails of the last month', labels: ['state'] }, async () =>
      (await mailsByState(pool)).map(({ state, count }) => ({ value: count, labels: { state } })),
    );
    const newest = { name: 'tma_mails_newest_timestamp_seconds', help: 'When the newest was sent, or asked for' };
    addGauge(registry, { ...newest, labels: ['state'] }, async () =>
      (await mailsByState(pool)).map(({ state, newest: value }) => ({ value, labels: { state } })),
    );
  },
  background(parts) {
    const stopSender = startSender(parts);
    const stopForgetting = repeat(
      3_600_000,
      () => forgetOld(parts.pool),
      parts.log,
      'old mails could not be forgotten; it is tried again',
    );
    return async () => {
      await Promise.all([stopSender(), stopForgetting()]);
    };
  },
};
