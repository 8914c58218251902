import { type Frontend, frontends, type Service, services, urlVariable } from '@tma/contracts';
import {
  commaList,
  contactSettings,
  processConfig,
  readConfig,
  requireProxies,
  scannerUrl,
  timeZone,
  uploadMb,
} from '@tma/kit/config';
import { z } from 'zod';
import { isProxy } from './proxies.ts';

const upstream = z.url().transform((text) => text.replace(/\/+$/, ''));
type Upstream = Service | Frontend;
/** The parts that requests are forwarded to. */
export const upstreamNames: readonly Upstream[] = [...services, ...frontends];
const upstreamUrls = Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), upstream]));

/** The origin that an address is, as browsers send it: without a slash behind it. Null where it has more, or none, as `*` has. */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  const origin = `${url?.protocol}//${url?.host}`;
  return url?.href === origin || url?.href === `${origin}/` ? origin : null;
}

const allowedOrigin = z.string().transform(originOf).pipe(z.string('must be origins such as https://app.example'));

export const gatewaySettings = processConfig.extend({
  ...(upstreamUrls as Record<ReturnType<typeof urlVariable<Upstream>>, typeof upstream>),
  /** The port of `/metrics`, which is not on `PORT`; without it there are none. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  ALLOWED_ORIGINS: commaList
    .pipe(z.array(allowedOrigin))
    .meta({ description: 'other origins that may call', fallback: 'none' }),
  TRUST_PROXY: commaList
    .refine((proxies) => proxies.every(isProxy), 'must be addresses or ranges such as 10.0.0.0/8, or none')
    .meta({
      description:
        'addresses or ranges of the proxies in front, whose `X-Forwarded-For` is believed; `none`: there is none. Required in production with an https `PUBLIC_URL`',
      fallback: 'none',
    }),
  TIME_ZONE: timeZone,
  MAX_UPLOAD_MB: uploadMb,
  /** Only whether there is one: pages say so. */
  SCANNER_URL: scannerUrl,
  ...contactSettings,
});

export type GatewayConfig = z.infer<typeof gatewaySettings>;

/** Reads the environment. Throws a `ConfigError` that names each setting that is missing or malformed. */
export function loadConfig(env = process.env): GatewayConfig {
  const config = readConfig(gatewaySettings, env);
  requireProxies(config);
  return config;
}
