/** What a service's routes, consumers and background work are given. */
import type { JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import type { ProcessConfig, ServiceConfig } from './config.ts';
import { connectDb, type Pool } from './db.ts';
import { createLog } from './process.ts';
import { connectRedis, type Redis } from './redis.ts';
import { createSeenSessions, type SeenSessions } from './seen.ts';
import { createEndedSessions, type EndedSessions } from './sessions.ts';
import { fetchedKeys } from './tokens/key-set.ts';
import type { ServiceKeys } from './tokens/system.ts';
import { createTokens, type Tokens } from './tokens/tokens.ts';

/** What every service has: its configuration and open connections. */
export interface BaseParts<C extends ServiceConfig = ServiceConfig> {
  config: C;
  log: Logger;
  pool: Pool;
  redis: Redis;
  ended: EndedSessions;
  seen: SeenSessions;
}

export interface Parts<C extends ServiceConfig = ServiceConfig> extends BaseParts<C> {
  tokens: Tokens;
}

/**
 * Makes the parts that only this service has. `tokenKeys` is where the keys that check tokens come from, if not from
 * the auth service; `serviceKeys` check tokens that services sign, if it takes any. Throws an error that names the
 * variable to correct.
 */
export type BuildOwn<C extends ServiceConfig, Own extends object> = (
  base: BaseParts<C>,
) => Promise<Own & { tokenKeys?: JWTVerifyGetKey; serviceKeys?: ServiceKeys }>;

/** Tokens are issued in the name of the identity API. */
export const issuerOf = (config: Pick<ProcessConfig, 'PUBLIC_URL'>) => `${config.PUBLIC_URL}/auth/v1`;

/** Connects a service to its database and Redis and makes its own parts. @param log given by tests that read it */
export async function buildParts<C extends ServiceConfig, Own extends object>(
  config: C,
  plan: { name: string; build: BuildOwn<C, Own> },
  log: Logger = createLog(plan.name, config.LOG_LEVEL),
): Promise<Parts<C> & Own> {
  const pool = connectDb(config.DATABASE_URL, log);
  const redis = connectRedis(config.REDIS_URL, log, plan.name);
  const ended = createEndedSessions(pool, redis);
  const seen = createSeenSessions(redis);
  const base = { config, log, pool, redis, ended, seen };
  const { tokenKeys = fetchedKeys(config.JWKS_URL), serviceKeys, ...own } = await plan.build(base);
  return { ...base, ...(own as Own), tokens: createTokens(tokenKeys, issuerOf(config), ended, seen, serviceKeys) };
}
