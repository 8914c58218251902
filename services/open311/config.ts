import { httpUrl, rateLimit, readConfig, serviceConfig, systemSecret, timeZone } from '@tma/kit';
import type { z } from 'zod';

export const open311Settings = serviceConfig.extend({
  OPEN311_SECRET: systemSecret,
  /** The service that knows all tehsils. */
  AUTH_URL: httpUrl,
  REPORTS_URL: httpUrl,
  /** When a day ends: the reports of a key are counted per day. */
  TIME_ZONE: timeZone,
  RATE_LIMIT_SYSTEMS: rateLimit(3000, 'calls of Open311 per IP and hour, without the reports that came in by them'),
  RATE_LIMIT_KEYS: rateLimit(100, 'keys of other systems that one head gives per day'),
});

export type Open311Config = z.infer<typeof open311Settings>;

/** Throws a ConfigError that names each wrong variable. */
export const loadConfig = (env = process.env): Open311Config => readConfig(open311Settings, env);
