/**
 * A command: `node services/auth/manage-admins.ts list | disable <email> | enable <email> | move <email> <tehsil>` with the
 * service's environment. Its exit code is 1 when nothing was done.
 */
import { once } from 'node:events';
import { connectDb, connectRedis, createEndedSessions, createLog, exitOnConfigError } from '@tma/kit';
import { loadAdminsConfig } from './config.ts';
import { CannotManage, manageAdmins } from './staff/manage.ts';

const { DATABASE_URL, REDIS_URL } = exitOnConfigError(loadAdminsConfig);
const log = createLog('auth', 'error');
const pool = connectDb(DATABASE_URL, log, 1);
const redis = connectRedis(REDIS_URL, log, 'auth');
try {
  // Without Redis the services hear of ended sessions by the event.
  await once(redis.client, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {});
  const ended = createEndedSessions(pool, redis);
  process.stdout.write(`${await manageAdmins({ pool, ended }, process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof CannotManage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  redis.close();
  await pool.end();
}
