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
  ALLOWED_ORIGINS: commaList,
  /** Addresses or ranges of the proxies in front of this one, whose `X-Forwarded-For` is believed. */
  TRUST_PROXY: commaList,
  TIME_ZONE: z.string().default('Asia/Karachi'),
  MAX_UPLOAD_MB: z.coerce.number().positive().default(10),
  CONTACT_PHONE: z.string().default('+92 000 0000000'),
  CONTACT_EMAIL: z.string().default('info@example.com'),
  CONTACT_ADDRESS: z.string().default('TMA Office, Main Road'),
});

export type GatewayConfig = z.infer<typeof schema>;
export const config = (env = process.env): GatewayConfig => readConfig(schema, env);
