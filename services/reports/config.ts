import {
  httpUrl,
  logFilesSecret,
  readConfig,
  sealingSecret,
  serviceConfig,
  systemSecret,
  timeZone,
  uploadMb,
} from '@tma/kit';
import { z } from 'zod';
import { limitSettings } from './report/rate-limits.ts';

export const reportsSettings = serviceConfig.extend({
  CLOSURE_LINK_SECRET: sealingSecret.meta({
    description:
      'of reports and notify, 32 bytes in base64url: seals the keys of the links that ask whether a report is fixed',
    fallback: 'made once; with compose by `compose-secrets.sh`',
  }),
  LOG_KEY: sealingSecret.optional().meta({
    description:
      'of reports, 32 bytes in base64url: signs the log of public facts. It lies apart from the databases, and nothing replaces it: with another one another log begins. Without one nothing is signed',
    fallback: 'made once; with compose by `compose-secrets.sh`',
  }),
  LOG_FILES_SECRET: logFilesSecret,
  OPEN311_SECRET: systemSecret,
  FILES_URL: httpUrl,
  /** The service that knows all administrators and tehsils. */
  AUTH_URL: httpUrl,
  TIME_ZONE: timeZone,
  CLOSURE_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(14)
    .meta({ description: 'days in which a reporter may say whether a closed report is fixed; may be a fraction' }),
  DIGEST_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
    .default('09:00')
    .meta({ description: 'the time on working days from which administrators are sent what is overdue' }),
  MAX_UPLOAD_MB: uploadMb,
  /** Shorter than the HTTP server allows, so that the sender is answered. */
  UPLOAD_SECONDS: z.coerce
    .number()
    .positive()
    .max(890)
    .default(600)
    .meta({ description: 'seconds in which a report with its files has to arrive; at most 890' }),
  ...limitSettings,
});

export type ReportsConfig = z.infer<typeof reportsSettings>;
export const loadConfig = (): ReportsConfig => readConfig(reportsSettings, process.env);

/** The settings that creating a key of links needs. */
export const loadLinkConfig = () =>
  readConfig(reportsSettings.pick({ DATABASE_URL: true, CLOSURE_LINK_SECRET: true }), process.env);

/** The settings that checking the signed log needs: of another portal, none. */
export const loadLogConfig = () =>
  readConfig(reportsSettings.pick({ DATABASE_URL: true, LOG_KEY: true }).partial(), process.env);
