/** `node services/reports/rotate-link-key.ts` creates a new key of the links that ask whether a report is fixed. */
import { lifetimes } from '@tma/contracts';
import { exitOnConfigError, printAnswer, rotateLinkKey, transaction, withDb } from '@tma/kit';
import { loadLinkConfig } from './config.ts';
import { secondsUntilLastClaimEnds } from './report/closure/closures.store.ts';

const { DATABASE_URL, CLOSURE_LINK_SECRET } = exitOnConfigError(loadLinkConfig);
const rotate = withDb('reports', DATABASE_URL, (pool) =>
  transaction(pool, async (tx) => {
    // A link whose time is over is known for a while, so that its answer says so.
    await rotateLinkKey(tx, CLOSURE_LINK_SECRET, (await secondsUntilLastClaimEnds(tx)) + lifetimes.expiredLink);
    return 'Links to closures are made with a new key from now on. Older links work as long as they can be answered.';
  }),
);
await printAnswer(rotate);
