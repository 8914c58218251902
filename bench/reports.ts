/** Lists of reports, compared with a bare server with the same query, and with a hundred times as many rows. */
import { withDatabase } from '../infra/backing/backing.ts';
import { readInfraConfig } from '../infra/config.ts';
import { clusterOf, fillPortal } from '../infra/seed/fill.ts';
import { databases } from '../infra/system.ts';
import { growth } from './growth.ts';
import { listAgainstBare } from './list.ts';
import type { Row } from './measure.ts';
import { withPortal } from './portal.ts';
import { forgetWhatIsLate } from './reports.store.ts';
import { print } from './with-backing.ts';

const small = 10_000;
const large = 1_000_000;

/** Starts a portal of its own, fills it and measures. Takes about five minutes. */
export const bench = (): Promise<Row[]> =>
  withPortal({}, async (running, dataDir) => {
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    const people = await fillPortal(running.urls.portal, cluster, { reports: large, seed: 1 }, (made) => {
      if (made % 200_000 === 0) print(`${made} of ${large} reports`);
    });
    const largeUrl = withDatabase(cluster, databases.reports);
    await forgetWhatIsLate(largeUrl);
    const rows = await listAgainstBare(running, largeUrl);
    const backing = { redisUrl: `redis://127.0.0.1:${running.ports.redis}`, kafkaBrokers: running.brokers };
    return [...rows, ...(await growth({ cluster, backing, largeUrl, people, small }))];
  });
