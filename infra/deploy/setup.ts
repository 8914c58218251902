/**
 * Prepares the backing services for a system in containers, and exits: it creates a database for each service, owned by
 * its own role, the topics, and a user of Kafka for each service whose password is given. If it is run again, it
 * creates what is missing and sets the given passwords.
 */
import { createLog, ensureTopics } from '@tma/kit';
import { createKafkaUsers } from '../access/kafka-users.ts';
import { runCommand } from '../command.ts';
import { topicPlans } from '../topic-plans.ts';
import { createDatabases } from './cluster.store.ts';
import { brokersOf, databasesOf, kafkaPasswordsOf, readToolsConfig } from './tools.config.ts';

await runCommand(async () => {
  const config = readToolsConfig();
  const { CLUSTER_URL, MIN_INSYNC_REPLICAS } = config;
  const servers = brokersOf(config);
  if (CLUSTER_URL) await createDatabases(CLUSTER_URL, Object.values(databasesOf(config)));
  const plans = topicPlans.map((plan) => ({
    ...plan,
    config: { ...plan.config, 'min.insync.replicas': String(MIN_INSYNC_REPLICAS) },
  }));
  await ensureTopics(servers, plans, createLog('setup', 'error'));
  const passwords = kafkaPasswordsOf(config);
  await createKafkaUsers(servers, passwords);
  const users = Object.keys(passwords).length;
  const made = `${CLUSTER_URL ? 'Databases' : 'No databases (CLUSTER_URL is not set)'} and topics are there`;
  process.stdout.write(users > 0 ? `${made}, and ${users} users of Kafka.\n` : `${made}.\n`);
});
