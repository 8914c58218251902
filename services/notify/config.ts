import { limits } from '@tma/contracts';
import { readConfig, sealingSecret, serviceConfig, smtpUrl, timeZone } from '@tma/kit';
import { z } from 'zod';

const schema = serviceConfig.extend({
  SMTP_URL: smtpUrl,
  /** The sender of every mail, `Name <address>` or an address alone. */
  MAIL_FROM: z.string().min(3),
  /** Opens the keys of accounts' links in events, and seals mails that wait with a link in them. */
  LINK_SECRET: sealingSecret,
  /** Opens the keys of closures' links; the same as that of reports. */
  CLOSURE_LINK_SECRET: sealingSecret,
  /** Of the days in mails. */
  TIME_ZONE: timeZone,
  /** The head of the office, who is told of what is overdue for long or disputed often; without it nobody is. */
  ESCALATION_EMAIL: z.email('must be an e-mail address').max(limits.email, 'must be an e-mail address').optional(),
  /** Signs the links that stop invitations. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'must be at least 32 characters'),
});

/** The settings of this service, from the environment. */
export type NotifyConfig = z.infer<typeof schema>;

/** Throws a ConfigError that names each wrong variable. */
export const loadConfig = (env = process.env): NotifyConfig => readConfig(schema, env);
