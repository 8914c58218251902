import { limits } from '@tma/contracts';
import { httpUrl, readConfig, sealingSecret, serviceConfig, smsCountries, smsUrl, smtpUrl, timeZone } from '@tma/kit';
import { z } from 'zod';

export const notifySettings = serviceConfig.extend({
  SMTP_URL: smtpUrl.meta({
    description:
      'where mail goes, `smtps://…` or `smtp://…`; a password goes over TLS alone; `?maxConnections=10` in the URL sends ten mails at once instead of five',
    fallback: 'the development mailbox',
    inSecret: true,
  }),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^((?:[^"<>\r\n]|"[^"\r\n]*")*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or Name <address>',
    )
    // Unquoted, a mail would have what is behind the comma alone for a name.
    .transform((from) => from.replace(/^([^"<]*[,;:][^"<]*?) *</, '"$1" <'))
    .optional()
    .meta({
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
  SMS_URL: smsUrl,
  SMS_FROM: z.string().max(20, 'must be at most 20 characters').default('TMA').meta({
    description:
      'the sender of messages to telephones, as your provider gave it to you; best a number that can be replied to',
  }),
  /** The port that Kannel calls back; the portal's gateway does not forward to it. */
  SMS_PORT: z.coerce.number().int().min(0).max(65_535).default(4007),
  SMS_CALLBACK: httpUrl
    .transform((text) => text.replace(/\/+$/, ''))
    .default('http://127.0.0.1:4007')
    .meta({
      description: 'where Kannel reaches notify, for receipts and what telephones send',
      fallback: '`http://127.0.0.1:4007`; with compose `http://notify:4007`',
    }),
  /** The key that Kannel sends in its callbacks. */
  SMS_KEY: z
    .string()
    .regex(/^[\w-]{16,}$/, 'must be 16 or more letters, digits, - or _: it stands in an address')
    .default(''),
  SMS_COUNTRIES: smsCountries,
  SMS_PER_DAY: z.coerce.number().int().min(1).default(5000).meta({
    description:
      'messages to telephones in a day, all together; beyond it there are mails alone, and the heads of all offices are mailed',
  }),
  SMS_QUIET: z
    .string()
    .regex(/^(off|([01]?\d|2[0-3])-([01]?\d|2[0-3]))$/, 'must be two hours such as 21-8, or off')
    .default('21-8')
    .transform((text) => {
      const [from = 0, to = 0] = text.split('-').map(Number);
      return text === 'off' || from === to ? null : { from, to };
    })
    .meta({
      description: 'hours of `TIME_ZONE` in which nobody is sent a message unasked, or `off`',
      fallback: '`21-8`',
    }),
  /** Signs the links that stop invitations. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'must be at least 32 characters'),
});

export type NotifyConfig = z.infer<typeof notifySettings> & { MAIL_FROM: string };

/** Throws a ConfigError that names each wrong variable. */
export function loadConfig(env = process.env): NotifyConfig {
  // Without a key anybody could send in the name of a telephone.
  const withKey = notifySettings.refine(({ SMS_URL, SMS_KEY }) => !SMS_URL || SMS_KEY !== '', {
    path: ['SMS_KEY'],
    error: 'is needed with SMS_URL',
  });
  const config = readConfig(withKey, env);
  const { hostname } = new URL(config.PUBLIC_URL);
  return { ...config, MAIL_FROM: config.MAIL_FROM ?? `Tehsil reporting portal <no-reply@${hostname}>` };
}
