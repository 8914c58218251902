import { limits } from '@tma/contracts';
import { readConfig, sealingSecret, serviceConfig, smtpUrl, timeZone } from '@tma/kit';
import { z } from 'zod';

/** The settings of this service. */
export const notifySettings = serviceConfig.extend({
  SMTP_URL: smtpUrl.meta({
    description:
      'where mail goes, `smtps://…` or `smtp://…`; a password goes over TLS alone; `?maxConnections=10` in the URL sends ten mails at once instead of five',
    fallback: 'the development mailbox',
    inSecret: true,
  }),
  MAIL_FROM: z.string().min(3).meta({
    description: 'the sender of every mail, `Name <address>` or an address alone',
    fallback: "`no-reply` at the portal's host",
  }),
  /** Opens the keys of accounts' links in events, and seals mails that wait with a link in them. */
  LINK_SECRET: sealingSecret,
  /** Opens the keys of closures' links; the same as that of reports. */
  CLOSURE_LINK_SECRET: sealingSecret,
  /** Of the days in mails. */
  TIME_ZONE: timeZone,
  ESCALATION_EMAIL: z
    .email('must be an e-mail address')
    .max(limits.email, 'must be an e-mail address')
    .optional()
    .meta({
      description:
        'the head of the office, who is mailed what is overdue for more than five working days, and each dispute of a report from the third on',
      fallback: 'none',
    }),
  /** Signs the links that stop invitations. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'must be at least 32 characters'),
});

export type NotifyConfig = z.infer<typeof notifySettings>;

/** Throws a ConfigError that names each wrong variable. */
export const loadConfig = (env = process.env): NotifyConfig => readConfig(notifySettings, env);
