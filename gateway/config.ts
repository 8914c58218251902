import { type Frontend, frontends, limits, type Service, sampleContact, services, urlVariable } from '@tma/contracts';
import { adminKeyRule, adminKeySettings, commaList, currentAdminKey, processConfig, readConfig } from '@tma/kit';
import { z } from 'zod';

const upstream = z.url().transform((text) => text.replace(/\/+$/, ''));
type Upstream = Service | Frontend;
/** The parts that requests are forwarded to. */
export const upstreamNames: readonly Upstream[] = [...services, ...frontends];
const upstreamUrls = Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), upstream]));

const schema = processConfig.extend({
  ...(upstreamUrls as Record<ReturnType<typeof urlVariable<Upstream>>, typeof upstream>),
  /** The port of `/metrics`, which is not on `PORT`; without it there are none. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  ALLOWED_ORIGINS: commaList,
  /** Addresses or ranges of the proxies in front of this one, whose `X-Forwarded-For` is trusted. */
  TRUST_PROXY: commaList,
  TIME_ZONE: z.string().default('Asia/Karachi'),
  MAX_UPLOAD_MB: z.coerce.number().positive().default(limits.uploadMb),
  CONTACT_PHONE: z.string().default(sampleContact.phone),
  CONTACT_EMAIL: z.string().default(sampleContact.email),
  CONTACT_ADDRESS: z.string().default(sampleContact.address),
  /** Whether there is an operator page at `/ops`. Default: in production no, elsewhere yes. */
  OPS_PAGE: z.stringbool().optional(),
  ...adminKeySettings,
  /** Opens the operator page. */
  ADMIN_SECRET_KEY: adminKeySettings.ADMIN_SECRET_KEY.optional(),
});

const refined = schema
  .refine(...adminKeyRule)
  .refine((given) => given.OPS_PAGE !== true || given.ADMIN_SECRET_KEY !== undefined, {
    path: ['ADMIN_SECRET_KEY'],
  });

export type GatewayConfig = z.infer<typeof refined>;

/** The key that opens the operator page, as it is now; null where there is no page. */
export const operatorKey = ({
  OPS_PAGE,
  NODE_ENV,
  ADMIN_SECRET_KEY,
  ...given
}: GatewayConfig): (() => string) | null =>
  (OPS_PAGE ?? NODE_ENV !== 'production') && ADMIN_SECRET_KEY
    ? currentAdminKey({ NODE_ENV, ADMIN_SECRET_KEY, ...given })
    : null;

/** Reads the environment. Throws a `ConfigError` that names each setting that is missing or malformed. */
export const loadConfig = (env = process.env): GatewayConfig => readConfig(refined, env);
