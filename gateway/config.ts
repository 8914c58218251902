import { sampleContact } from '@tma/contracts';
import { commaList, processConfig, readConfig } from '@tma/kit';
import { z } from 'zod';

const upstream = z.url().transform((text) => text.replace(/\/+$/, ''));

const schema = processConfig.extend({
  AUTH_URL: upstream,
  REPORTS_URL: upstream,
  FILES_URL: upstream,
  NOTIFY_URL: upstream,
  SHELL_URL: upstream,
  RESIDENT_URL: upstream,
  ADMIN_URL: upstream,
  /** Where `/metrics` is, apart from the door; nowhere when it is not set. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  ALLOWED_ORIGINS: commaList,
  /** Addresses or ranges of the proxies in front of this one, whose `X-Forwarded-For` is believed. */
  TRUST_PROXY: commaList,
  TIME_ZONE: z.string().default('Asia/Karachi'),
  MAX_UPLOAD_MB: z.coerce.number().positive().default(10),
  CONTACT_PHONE: z.string().default(sampleContact.phone),
  CONTACT_EMAIL: z.string().default(sampleContact.email),
  CONTACT_ADDRESS: z.string().default(sampleContact.address),
});

export type GatewayConfig = z.infer<typeof schema>;
export const config = (env = process.env): GatewayConfig => readConfig(schema, env);
