import { once } from 'node:events';
import {
  connectRedis,
  createEndedSessions,
  createLog,
  exitOnConfigError,
  type Parts,
  printAnswer,
  withDb,
} from '@tma/kit';
import { loadAdminsConfig } from './config.ts';

/** Runs a command about people with the service's environment and the arguments of this process, and prints what it says. */
export async function runManaging(
  command: (parts: Pick<Parts, 'pool' | 'ended'>, args: readonly string[]) => Promise<string>,
): Promise<void> {
  const { DATABASE_URL, REDIS_URL } = exitOnConfigError(loadAdminsConfig);
  const redis = connectRedis(REDIS_URL, createLog('auth', 'error'), 'auth');
  const answer = withDb('auth', DATABASE_URL, async (pool) => {
    // Without Redis the services hear of ended sessions by the event.
    await once(redis.client, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {});
    return command({ pool, ended: createEndedSessions(pool, redis) }, process.argv.slice(2));
  });
  await printAnswer(answer.finally(() => redis.close()));
}
