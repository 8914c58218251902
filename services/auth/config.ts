import {
  adminKeyRule,
  adminKeySettings,
  commaList,
  listDownloads,
  rateLimit,
  readConfig,
  sealingSecret,
  serviceConfig,
  smsCountries,
  unknownLinks,
} from '@tma/kit';
import { z } from 'zod';

const firstTehsils = ['Mardan', 'Takht Bhai', 'Katlang', 'Rustam', 'Garhi Kapura'];

export const authSettings = serviceConfig.extend({
  ...adminKeySettings,
  /** Seals the private signing keys at rest. */
  SIGNING_KEY_SECRET: sealingSecret,
  LINK_SECRET: sealingSecret.meta({
    description:
      'of auth and notify, 32 bytes in base64url: seals the keys from which mailed links of accounts are made. Whoever loses it loses the links under way',
    fallback: 'made once; with compose by `compose-secrets.sh`',
  }),
  /** Those that are missing are added at the start. */
  TEHSILS: commaList
    .transform((names) => (names.length > 0 ? names : firstTehsils))
    .meta({ description: 'first tehsils, comma-separated', fallback: 'five of Mardan district' }),
  ALLOWED_REDIRECTS: commaList
    .pipe(z.array(z.url('must be URLs')))
    .meta({ description: 'other places that mail links may lead to', fallback: 'none' }),
  ADMIN_REGISTRATION: z.enum(['key', 'first']).optional().meta({
    description:
      '`key`: whoever has the secret key registers as an administrator; `first`: only in a tehsil that has none who is active',
    fallback: '`key`, in production `first`',
  }),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional').meta({
    description:
      '`required`: an administrator without a second factor sets one up after signing in, and can do nothing else before',
  }),
  REAUTH_AFTER: z.coerce.number().nonnegative().default(15).meta({
    description:
      'minutes after a sign-in, a decimal, from which a resident gives the current password to change password or address',
  }),
  /** Auth itself sends nothing, and is not told where. */
  SMS: z.enum(['on', 'off']).default('off').meta({
    description: '`on`: residents may confirm a mobile number; in a cluster it is said beside `SMS_URL`',
    fallback: '`on` where `SMS_URL` is set',
  }),
  SMS_COUNTRIES: smsCountries,
  RATE_LIMIT_PHONES: rateLimit(3, 'codes to mobile numbers per resident and hour'),
  RATE_LIMIT_NUMBERS: rateLimit(5, 'codes to one mobile number per day'),
  RATE_LIMIT_SIGNINS: rateLimit(
    10,
    'failed sign-ins per address and IP in 15 minutes; ten times that per IP, and right ones per address and IP. An IPv6 network (/64) is one IP in all limits',
  ),
  RATE_LIMIT_SIGNUPS: rateLimit(20, 'sign-ups per IP and hour'),
  RATE_LIMIT_MAILS: rateLimit(
    4,
    'mails of one kind (sign-up, resend, recovery, new address) that one address can be sent per hour on request; of sign-ups for each IP that asks, and three times that in all',
  ),
  RATE_LIMIT_RECOVERIES: rateLimit(30, 'recoveries and resends together, per IP and hour'),
  RATE_LIMIT_LINKS: unknownLinks,
  RATE_LIMIT_EMAIL_CHANGES: rateLimit(5, 'changes to another address, per resident and day'),
  RATE_LIMIT_INVITES: rateLimit(20, 'invitations per resident and day'),
  RATE_LIMIT_STAFF_INVITATIONS: rateLimit(50, 'invitations to their office per head and day'),
  RATE_LIMIT_STAFF_CHANGES: rateLimit(1000, 'changes of roles and accounts of an office per head and day'),
  RATE_LIMIT_LANGUAGES: rateLimit(200, 'changes of the language per administrator and day'),
  RATE_LIMIT_PROFILES: rateLimit(1000, 'writes of the profile per resident and day, its language included'),
  RATE_LIMIT_DOWNLOADS: listDownloads,
  RATE_LIMIT_TEHSILS: rateLimit(1000, 'tehsils that one administrator adds per day'),
});

export type AuthConfig = z.infer<typeof authSettings>;
export const loadConfig = (env = process.env): AuthConfig => readConfig(authSettings.refine(...adminKeyRule), env);

/** The settings that changing administrators needs. */
export const loadAdminsConfig = (env = process.env) =>
  readConfig(authSettings.pick({ DATABASE_URL: true, REDIS_URL: true }), env);

/** The settings that commands of keys need. `SIGNING_KEY_SECRET_OLD` is the secret of before, for sealing keys anew. */
export const loadKeysConfig = (env = process.env) =>
  readConfig(
    authSettings
      .pick({ DATABASE_URL: true, SIGNING_KEY_SECRET: true, LINK_SECRET: true })
      .extend({ SIGNING_KEY_SECRET_OLD: sealingSecret.optional() }),
    env,
  );
