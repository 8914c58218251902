/**
 * A command: `node services/reports/rotate-link-key.ts` with the service's environment creates a new key of the links that ask
 * whether a report is fixed.
 */
import { lifetimes } from '@tma/contracts';
import { connectDb, createLog, exitOnConfigError, rotateLinkKey, transaction } from '@tma/kit';
import { secondsOfLastClaim } from './report/closure/closures.store.ts';
import { loadLinkConfig } from './config.ts';

const { DATABASE_URL, CLOSURE_LINK_SECRET } = exitOnConfigError(loadLinkConfig);
const pool = connectDb(DATABASE_URL, createLog('reports', 'error'), 1);
try {
  // A link whose time is over is known for a while, so that its answer says so.
  await transaction(pool, async (tx) =>
    rotateLinkKey(tx, CLOSURE_LINK_SECRET, (await secondsOfLastClaim(tx)) + lifetimes.expiredLink),
  );
  process.stdout.write(
    'Links to closures are made with a new key from now on. Older links work as long as they can be answered.\n',
  );
} finally {
  await pool.end();
}
