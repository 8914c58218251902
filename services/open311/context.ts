import { type BaseParts, issuerOf, limitsOn, type Parts, type Redis } from '@tma/kit';
import type { Open311 } from './access/context.ts';
import { KeyConcurrency } from './access/key-concurrency.ts';
import { connectReports } from './access/reports-client.ts';
import { knownTehsils } from './access/tehsils.ts';
import type { Open311Config } from './config.ts';

/** How many forms of one key are under way at once, of the 64 that are sent to reports; more than any system needs. */
const formsAtOnce = 16;

export type Open311Own = Omit<Open311, keyof Parts>;

export async function buildOwn({ config, redis }: BaseParts<Open311Config>): Promise<Open311Own> {
  return {
    tehsils: knownTehsils(config.AUTH_URL),
    reports: connectReports(config.REPORTS_URL, config.OPEN311_SECRET, issuerOf(config)),
    keyConcurrency: new KeyConcurrency(formsAtOnce),
    limits: createLimits(redis, config),
  };
}

function createLimits(redis: Redis, config: Open311Config): Open311['limits'] {
  const hour = 3600;
  const limit = limitsOn(redis);
  return {
    calls: limit('calls', config.RATE_LIMIT_SYSTEMS, hour, 'Too many calls in an hour.'),
    keys: limit('keys', config.RATE_LIMIT_KEYS, 24 * hour, 'Too many keys were given.'),
  };
}
