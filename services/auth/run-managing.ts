import { once } from 'node:events';
import { connectDb, connectRedis, createEndedSessions, createLog, exitOnConfigError, type Parts } from '@tma/kit';
import { loadAdminsConfig } from './config.ts';
import { CannotManage } from './person/errors.ts';

/**
 * Runs a command about people with the service's environment and the arguments of this process, and prints what it says. The exit
 * code is 1 when nothing was done.
 */
export async function runManaging(
  command: (parts: Pick<Parts, 'pool' | 'ended'>, args: readonly string[]) => Promise<string>,
): Promise<void> {
  const { DATABASE_URL, REDIS_URL } = exitOnConfigError(loadAdminsConfig);
  const log = createLog('auth', 'error');
  const pool = connectDb(DATABASE_URL, log, 1);
  const redis = connectRedis(REDIS_URL, log, 'auth');
  try {
    // Without Redis the services hear of ended sessions by the event.
    await once(redis.client, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {});
    const ended = createEndedSessions(pool, redis);
    process.stdout.write(`${await command({ pool, ended }, process.argv.slice(2))}\n`);
  } catch (error) {
    if (!(error instanceof CannotManage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    redis.close();
    await pool.end();
  }
}
