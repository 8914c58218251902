import type { BaseParts, Parts } from '@tma/kit';
import type { NotifyConfig } from './config.ts';
import { createSender, type Sender } from './sender/sender.ts';
import { createTransport } from './sender/transport.ts';

/** The parts that only this service has. */
export interface NotifyOwn {
  sender: Sender;
}

/** What the routes and consumers of this service work with. */
export type Notify = Parts<NotifyConfig> & NotifyOwn;

export const buildOwn = async ({ config, log, pool }: BaseParts<NotifyConfig>): Promise<NotifyOwn> => ({
  sender: createSender({ config, log, pool, transport: createTransport(config.SMTP_URL) }),
});
