import { readConfig, serviceConfig } from '@tma/kit';
import { z } from 'zod';

const schema = serviceConfig.extend({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }),
  MAIL_FROM: z.string().min(3),
  /** Signs the links that stop invitations. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'must be at least 32 characters'),
});

export type NotifyConfig = z.infer<typeof schema>;
export const loadConfig = (): NotifyConfig => readConfig(schema, process.env);
