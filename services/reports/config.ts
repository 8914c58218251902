import { limits } from '@tma/contracts';
import { readConfig, sealingSecret, serviceConfig, timeZone } from '@tma/kit';
import { z } from 'zod';

const schema = serviceConfig.extend({
  /** Seals the keys from which the links of closures are made; notify has the same. */
  CLOSURE_LINK_SECRET: sealingSecret,
  FILES_URL: z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' }),
  /** The service that knows all administrators and tehsils. */
  AUTH_URL: z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' }),
  /** How long the whole form of a report may take to arrive; shorter than the HTTP server allows, so that the sender is answered. */
  UPLOAD_SECONDS: z.coerce.number().positive().max(890).default(600),
  MAX_UPLOAD_MB: z.coerce.number().positive().max(1000).default(limits.uploadMb),
  /** Reports in a day by one resident. */
  RATE_LIMIT_REPORTS: z.coerce.number().int().min(1).default(50),
  /** Changes of status or schedule in a day by one administrator: each may be mailed to the reporter. */
  RATE_LIMIT_CHANGES: z.coerce.number().int().min(1).default(50_000),
  /** Contact numbers in an hour that one administrator may look up: each card of their list asks for one. */
  RATE_LIMIT_CONTACTS: z.coerce.number().int().min(1).default(3000),
  /** Unknown links of closures in an hour by one IP. */
  RATE_LIMIT_LINKS: z.coerce.number().int().min(1).default(30),
  /** Pictures of finished work in a day by one administrator; each may take tens of megabytes of the disk. */
  RATE_LIMIT_PROOFS: z.coerce.number().int().min(1).default(1000),
  /** Changes of deadlines and holidays in a day by one administrator; each may move the due days of all open reports. */
  RATE_LIMIT_RULES: z.coerce.number().int().min(1).default(200),
  /** Lists of reports in an hour that one administrator may download; each may have millions of rows. */
  RATE_LIMIT_DOWNLOADS: z.coerce.number().int().min(1).default(120),
  /** Figures of a tehsil in an hour by one IP, and as many reads of its deadlines and holidays. */
  RATE_LIMIT_FIGURES: z.coerce.number().int().min(1).default(6000),
  /** Assignments in a day by one administrator. */
  RATE_LIMIT_ASSIGNMENTS: z.coerce.number().int().min(1).default(1000),
  /** Notes in a day by one administrator. */
  RATE_LIMIT_NOTES: z.coerce.number().int().min(1).default(1000),
  /** Days in which a closure can be answered, a decimal. */
  CLOSURE_DAYS: z.coerce.number().positive().max(3650).default(14),
  /** The time of day, `HH:MM`, from which administrators are told of what is overdue. */
  DIGEST_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
    .default('09:00'),
  /** Where days begin and end. */
  TIME_ZONE: timeZone,
});

export type ReportsConfig = z.infer<typeof schema>;
export const loadConfig = (): ReportsConfig => readConfig(schema, process.env);

/** The settings that creating a key of links needs. */
export const loadLinkConfig = (env = process.env) =>
  readConfig(schema.pick({ DATABASE_URL: true, CLOSURE_LINK_SECRET: true }), env);
