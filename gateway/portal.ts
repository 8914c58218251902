import { issues, social, statuses } from '@tma/contracts';
import type { GatewayConfig } from './config.ts';

/** The answer of `GET /api/config`: what the pages need to know of this portal. */
export const portalConfig = (config: GatewayConfig) => ({
  url: new URL(config.PUBLIC_URL).origin,
  contact: {
    phone: config.CONTACT_PHONE,
    email: config.CONTACT_EMAIL,
    address: config.CONTACT_ADDRESS,
    hours: 'Monday to Friday, 9:00 to 17:00',
  },
  social,
  statuses: statuses.map(({ name, code, phase, color }) => ({ name, code, phase, color })),
  issues: issues.map(({ name, code, documents }) => ({ name, code, documents })),
  maxUploadMb: config.MAX_UPLOAD_MB,
  filesScanned: config.SCANNER_URL !== undefined,
  timeZone: config.TIME_ZONE,
});
