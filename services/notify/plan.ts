import type { ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import { startCallbacks } from './channels/sms/callbacks.ts';
import { addSmsMetrics } from './channels/sms/metrics.ts';
import type { NotifyConfig } from './config.ts';
import { buildOwn, type NotifyOwn, smsSender } from './context.ts';
import { checks, handlers } from './events.ts';
import { addStateGauges } from './queue/metrics.ts';
import { startUpkeep } from './queue/upkeep.ts';

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
    const sender = smsSender(notify);
    const stopSms = sender ? [startCallbacks({ ...notify, sender })] : [];
    return [...stopSms, ...notify.senders.map((sender) => sender.start()), ...startUpkeep(notify)];
  },
};
