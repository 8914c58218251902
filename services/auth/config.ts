import { limits, placeName } from '@tma/contracts';
import {
  adminKeyRule,
  adminKeySettings,
  commaList,
  httpUrl,
  readConfig,
  sealingSecret,
  serviceConfig,
  smsCountries,
} from '@tma/kit';
import { z } from 'zod';
import { limitSettings } from './credentials/rate-limits.ts';

const firstTehsils = ['Mardan', 'Takht Bhai', 'Katlang', 'Rustam', 'Garhi Kapura'];

export const authSettings = serviceConfig.extend({
  ...adminKeySettings,
  /** Seals the private signing keys at rest. */
  SIGNING_KEY_SECRET: sealingSecret,
  LINK_SECRET: sealingSecret.meta({
    description:
      'of auth and notify, 32 bytes in base64url: seals the keys from which mailed links of accounts are made. If it is lost, links already mailed no longer open',
    fallback: 'made once; with compose by `compose-secrets.sh`',
  }),
  /** Missing ones are added at the start. */
  TEHSILS: commaList
    .transform((names) => (names.length > 0 ? names : firstTehsils))
    .pipe(z.array(placeName(limits.tehsil)))
    .meta({ description: 'tehsils added at the start, comma-separated', fallback: 'five of Mardan district' }),
  ALLOWED_REDIRECTS: commaList
    .pipe(z.array(httpUrl))
    .meta({ description: 'other addresses that links in mails may lead to', fallback: 'none' }),
  ADMIN_REGISTRATION: z.enum(['key', 'first']).optional().meta({
    description:
      '`key`: whoever has the secret key registers as an administrator; `first`: only in a tehsil without an active head',
    fallback: '`key`, in production `first`',
  }),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional').meta({
    description:
      '`required`: an administrator without a second factor sets one up after signing in, and can do nothing else before',
  }),
  REAUTH_AFTER: z.coerce.number().nonnegative().default(15).meta({
    description:
      'minutes after a sign-in (may be a fraction) from which a resident must give the current password to change password or address',
  }),
  /** Auth sends no messages itself, so it has no `SMS_URL`. */
  SMS: z.enum(['on', 'off']).default('off').meta({
    description: '`on`: residents may confirm a mobile number; in a cluster set it with `SMS_URL`',
    fallback: '`on` where `SMS_URL` is set',
  }),
  SMS_COUNTRIES: smsCountries,
  ...limitSettings,
});

export type AuthConfig = z.infer<typeof authSettings>;
export const loadConfig = (env = process.env): AuthConfig => readConfig(authSettings.refine(...adminKeyRule), env);

/** The settings that changing administrators needs. */
export const loadAdminsConfig = (env = process.env) =>
  readConfig(authSettings.pick({ DATABASE_URL: true, REDIS_URL: true }), env);

/** The settings that commands of keys need. `SIGNING_KEY_SECRET_OLD` is the earlier secret, for sealing keys anew. */
export const loadKeysConfig = (env = process.env) =>
  readConfig(
    authSettings
      .pick({ DATABASE_URL: true, SIGNING_KEY_SECRET: true, LINK_SECRET: true })
      .extend({ SIGNING_KEY_SECRET_OLD: sealingSecret.optional() }),
    env,
  );
