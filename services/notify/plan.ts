import { repeat, type ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import { startCallbacks } from './channels/sms/callbacks.ts';
import { deleteOldMessages } from './channels/sms/cancel.store.ts';
import { forgetCounts } from './channels/sms/counts.store.ts';
import { addSmsMetrics } from './channels/sms/metrics.ts';
import type { NotifyConfig } from './config.ts';
import { buildOwn, type NotifyOwn, smsSender } from './context.ts';
import { checks, handlers } from './events.ts';
import { addStateGauges } from './queue/metrics.ts';
import { startUpkeep } from './queue/upkeep.ts';

const hourMs = 3_600_000;

export const plan: ServicePlan<NotifyConfig, NotifyOwn> = {
  name: 'notify',
  schema: new URL('./schema/', import.meta.url),
  build: buildOwn,
  app: buildApp,
  handlers,
  checks: ({ config }) => checks(config),
  metrics(registry, { pool, senders }) {
    addStateGauges(registry, pool, 'mail', { name: 'tma_mails', help: 'Mails of the last month' });
    if (smsSender({ senders })) addSmsMetrics(registry, pool);
  },
  background(notify) {
    const { pool, log, senders } = notify;
    const sender = smsSender(notify);
    return [
      sender
        ? startCallbacks({ ...notify, sender })
        : repeat(hourMs, () => deleteOldMessages(pool), log, 'messages that nobody sends could not be deleted'),
      ...senders.map((each) => each.start()),
      ...startUpkeep(notify),
      // Also where no messages are sent any more.
      repeat(hourMs, () => forgetCounts(pool), log, 'counts of messages could not be forgotten'),
    ];
  },
};
