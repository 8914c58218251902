import { topics } from '@tma/contracts';
import { addGauge, repeat, startService } from '@tma/kit';
import { buildApp } from './app.ts';
import { config } from './config.ts';
import { hears } from './events.ts';
import { startSender } from './sender.ts';
import { forgetOld, mailsByState } from './store.ts';

await startService(config, {
  name: 'notify',
  migrations: new URL('./migrations', import.meta.url),
  app: buildApp,
  hears: { topics: [topics.reports, topics.identity], handlers: hears },
  metrics(registry, { pool }) {
    addGauge(registry, { name: 'tma_mails', help: 'Mails of the last month', labels: ['state'] }, async () =>
      (await mailsByState(pool)).map(({ state, count }) => ({ value: count, labels: { state } })),
    );
    const newest = { name: 'tma_mails_newest_timestamp_seconds', help: 'When the newest was sent, or asked for' };
    addGauge(registry, { ...newest, labels: ['state'] }, async () =>
      (await mailsByState(pool)).map(({ state, newest: value }) => ({ value, labels: { state } })),
    );
  },
  work(parts) {
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
});
