import type { BaseParts, Parts } from '@tma/kit';
import type { Transporter } from 'nodemailer';
import type { NotifyConfig } from './config.ts';
import { createTransport } from './sender/transport.ts';

/** The parts that only this service has. */
export interface NotifyOwn {
  /** Connections to the SMTP server; none is opened before the first mail. The sender closes them. */
  transport: Transporter;
}

/** What the routes, consumers and the sender of this service work with. */
export type Notify = Parts<NotifyConfig> & NotifyOwn;

export const buildOwn = async ({ config }: BaseParts<NotifyConfig>): Promise<NotifyOwn> => ({
  transport: createTransport(config.SMTP_URL),
});
