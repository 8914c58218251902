import { createHmac } from 'node:crypto';
import type { Service } from '@tma/contracts';
import { createLog, ensureTopics, type KafkaAccess } from '@tma/kit';
import { kafkaUserOf } from '../access/grants.ts';
import { createKafkaUsers, isForbidden } from '../access/kafka-users.ts';
import type { Backing } from '../backing/backing.ts';
import { createDatabases, mayCreateRoles } from '../deploy/cluster.store.ts';
import { byService, databases } from '../system.ts';
import { topicPlans } from '../topic-plans.ts';

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
      url.password = passwordOf(databasePassword, databases[name]);
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

/**
 * The access of each service to Kafka: a user of its own where Kafka's user may make others, who sign in with SCRAM-SHA-512; else all
 * have that one. The passwords follow from the same secret.
 */
export async function createKafkaAccess(
  { kafkaBrokers: brokers, kafkaAccess: shared }: Pick<Backing, 'kafkaBrokers' | 'kafkaAccess'>,
  databasePassword: string,
): Promise<Record<Service, KafkaAccess | undefined>> {
  const mechanism = 'scram-sha-512';
  if (shared?.sasl?.mechanism !== mechanism) return byService(() => shared);
  const passwords = byService((name) => passwordOf(databasePassword, `kafka ${kafkaUserOf(name)}`));
  try {
    await createKafkaUsers({ brokers, ...shared }, passwords);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return byService(() => shared);
  }
  const saslOf = (name: Service) => ({ mechanism, username: kafkaUserOf(name), password: passwords[name] }) as const;
  return byService((name) => ({ ...shared, sasl: saslOf(name) }));
}

const passwordOf = (secret: string, of: string) => createHmac('sha256', secret).update(of).digest('base64url');
