import {
  httpUrl,
  listDownloads,
  logFilesSecret,
  rateLimit,
  readConfig,
  sealingSecret,
  serviceConfig,
  systemSecret,
  timeZone,
  unknownLinks,
  uploadMb,
} from '@tma/kit';
import { z } from 'zod';

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
    .meta({ description: 'in which a reporter may say whether a closed report is fixed; a decimal above 0' }),
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
    .meta({ description: 'in which a report with its files has to arrive; at most 890' }),
  RATE_LIMIT_REPORTS: rateLimit(50, 'reports per resident and day'),
  /** Each may take tens of megabytes of the disk, and is mailed. */
  RATE_LIMIT_COUNTER: rateLimit(1000, 'reports that one administrator writes down at the counter per day'),
  /** Each may be mailed to the reporter. */
  RATE_LIMIT_CHANGES: rateLimit(50_000, 'changes of status or schedule per administrator and day'),
  /** Each card of an administrator's list asks for one. */
  RATE_LIMIT_CONTACTS: rateLimit(3000, 'contact numbers that one administrator looks up per hour'),
  RATE_LIMIT_LINKS: unknownLinks,
  /** Each may take tens of megabytes of the disk. */
  RATE_LIMIT_PROOFS: rateLimit(1000, 'pictures of finished work per administrator and day'),
  /** Each may move the due days of all open reports. */
  RATE_LIMIT_RULES: rateLimit(200, 'changes of deadlines and holidays per administrator and day'),
  RATE_LIMIT_DOWNLOADS: listDownloads,
  /** A search costs up to a hundred times what a list does. */
  RATE_LIMIT_SEARCHES: rateLimit(3000, 'pages of searches per administrator and hour'),
  RATE_LIMIT_ASSIGNMENTS: rateLimit(1000, 'assignments of reports per administrator and day'),
  RATE_LIMIT_NOTES: rateLimit(1000, 'notes per administrator and day'),
  /** Each may be mailed whatever becomes of the report. */
  RATE_LIMIT_SUPPORTS: rateLimit(100, "others' reports that a resident begins to support per day"),
  /** Each costs some milliseconds. */
  RATE_LIMIT_NEARBY: rateLimit(600, 'looks at what is reported near by, per person and hour'),
  RATE_LIMIT_FIGURES: rateLimit(
    6000,
    'figures of tehsils per IP and hour, as many reads of deadlines and holidays, and as many of the feeds of shared reports',
  ),
  RATE_LIMIT_SHARING: rateLimit(1000, 'times that a resident shares a report, or no longer does, per day'),
  /** So nobody finds reports by trying. */
  RATE_LIMIT_RECORDS: rateLimit(60, 'unknown references of reports, at /r and /api/record together, per IP and hour'),
});

export type ReportsConfig = z.infer<typeof reportsSettings>;
export const loadConfig = (): ReportsConfig => readConfig(reportsSettings, process.env);

/** The settings that creating a key of links needs. */
export const loadLinkConfig = (env = process.env) =>
  readConfig(reportsSettings.pick({ DATABASE_URL: true, CLOSURE_LINK_SECRET: true }), env);

/** The settings that checking the signed log needs: of another portal, none. */
export const loadLogConfig = (env = process.env) =>
  readConfig(reportsSettings.pick({ DATABASE_URL: true, LOG_KEY: true }).partial(), env);
