import { createHmac } from 'node:crypto';
import type { Service } from '@tma/contracts';
import { createLog, ensureTopics } from '@tma/kit';
import type { Backing } from '../backing/backing.ts';
import { createDatabases, mayCreateRoles } from '../deploy/cluster.store.ts';
import { byService, databases, topicPlans } from '../system.ts';

/**
 * Creates what is missing of the databases and topics of system.ts, and a user for each service, who alone may connect to its
 * database. The users' passwords follow from one secret, so that there is nothing to keep beside it.
 * @returns the URL of each service's database; all with the backing's own user where that user may not create others
 */
export async function createDatabasesAndTopics(
  backing: Pick<Backing, 'databaseUrl' | 'kafkaBrokers' | 'kafkaAccess'>,
  databasePassword: string,
): Promise<Record<Service, string>> {
  const clusterUrl = backing.databaseUrl('postgres');
  const ownUsers = await mayCreateRoles(clusterUrl);
  const urls = byService((name) => {
    const url = new URL(backing.databaseUrl(databases[name]));
    if (ownUsers) {
      url.username = databases[name];
      url.password = createHmac('sha256', databasePassword).update(databases[name]).digest('base64url');
    }
    return url.href;
  });
  await createDatabases(clusterUrl, Object.values(urls));
  await ensureTopics(
    { brokers: backing.kafkaBrokers, ...backing.kafkaAccess },
    topicPlans,
    createLog('infra', 'error'),
  );
  return urls;
}
