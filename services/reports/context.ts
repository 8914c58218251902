import { type BaseParts, connectDb, createLinkKeys, type Parts, type ServiceKeys } from '@tma/kit';
import type { ReportsConfig } from './config.ts';
import { openSignedLog } from './log/signed-log.ts';
import type { Reports } from './report/context.ts';
import { dayIn } from './report/due/working-days.ts';
import { connectFiles } from './report/form/files-client.ts';
import { connectAdministrators } from './report/people/administrators-client.ts';
import { knownTehsils } from './report/people/tehsils.ts';
import { createLimits } from './report/rate-limits.ts';

export type ReportsOwn = Omit<Reports, keyof Parts>;

/** How many downloads one instance serves at once. Others wait for some seconds, and are then told to come back. */
const downloadsAtOnce = 4;

export const buildOwn = ({
  config,
  log,
  pool,
  redis,
}: BaseParts<ReportsConfig>): ReportsOwn & { serviceKeys: ServiceKeys } => ({
  serviceKeys: { system: config.OPEN311_SECRET },
  files: connectFiles(config.FILES_URL, log),
  tehsils: knownTehsils(pool, config.AUTH_URL),
  administrators: connectAdministrators(config.AUTH_URL, pool),
  linkKeys: createLinkKeys(config.CLOSURE_LINK_SECRET),
  downloads: connectDb(config.DATABASE_URL, log, downloadsAtOnce),
  today: () => dayIn(config.TIME_ZONE, new Date()),
  answerSeconds: config.CLOSURE_DAYS * 24 * 3600,
  limits: createLimits(redis, config),
  signedLog: openSignedLog(pool, log, config),
});
