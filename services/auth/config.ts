import { adminKeyRule, adminKeySettings, commaList, readConfig, sealingSecret, serviceConfig } from '@tma/kit';
import { z } from 'zod';

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const firstTehsils = ['Mardan', 'Takht Bhai', 'Katlang', 'Rustam', 'Garhi Kapura'];

const schema = serviceConfig.extend({
  ...adminKeySettings,
  /** Seals the private signing keys at rest. */
  SIGNING_KEY_SECRET: sealingSecret,
  /** Seals the keys of links, here and in events. */
  LINK_SECRET: sealingSecret,
  /** Those that are missing are added at the start. */
  TEHSILS: commaList.transform((names) => (names.length > 0 ? names : firstTehsils)),
  ALLOWED_REDIRECTS: commaList.pipe(z.array(z.url('must be URLs'))),
  /**
   * Wrong passwords in 15 minutes for an address from one IP. Ten times that: wrong ones from one IP for any addresses, and
   * right ones for an address from one IP.
   */
  RATE_LIMIT_SIGNINS: limit(10),
  /** Sign-ups in an hour from one IP. */
  RATE_LIMIT_SIGNUPS: limit(20),
  /** Mails in an hour to one address, of each kind. */
  RATE_LIMIT_MAILS: limit(4),
  /** Recoveries and mails that are sent again, in an hour from one IP. */
  RATE_LIMIT_RECOVERIES: limit(30),
  /** Changes to another address in a day by one resident. */
  RATE_LIMIT_EMAIL_CHANGES: limit(5),
  /** Invitations in a day by one resident. */
  RATE_LIMIT_INVITES: limit(20),
  /** Changes of the language in a day by one administrator. */
  RATE_LIMIT_LANGUAGES: limit(200),
  /** Writes of the profile in a day by one resident, by whichever way. */
  RATE_LIMIT_PROFILES: limit(1000),
  /** Tehsils in a day that one administrator may add. */
  RATE_LIMIT_TEHSILS: limit(1000),
});

/** The service's settings: those that all services have, and the ones above. */
export type AuthConfig = z.infer<typeof schema>;
export const loadConfig = (env = process.env): AuthConfig => readConfig(schema.refine(...adminKeyRule), env);

/** The settings that changing administrators needs. */
export const loadAdminsConfig = (env = process.env) =>
  readConfig(schema.pick({ DATABASE_URL: true, REDIS_URL: true }), env);

/** The settings that creating keys needs. */
export const loadKeysConfig = (env = process.env) =>
  readConfig(schema.pick({ DATABASE_URL: true, SIGNING_KEY_SECRET: true, LINK_SECRET: true }), env);
