/**
 * Makes what a system in containers stands on, and ends: a database for each service, owned by a role of its own, and the
 * topics. Run again it makes what is missing and sets the roles' passwords to those of the URLs.
 */
import { createLog, ensureTopics } from '@tma/kit';
import { runCommand } from '../command.ts';
import { topicPlans } from '../system.ts';
import { makeDatabases } from './cluster.store.ts';
import { readToolsConfig } from './tools.config.ts';

await runCommand(async () => {
  const { CLUSTER_URL, KAFKA_BROKERS, MIN_INSYNC_REPLICAS, ...given } = readToolsConfig();
  if (CLUSTER_URL) {
    const { AUTH_DATABASE_URL, REPORTS_DATABASE_URL, FILES_DATABASE_URL, NOTIFY_DATABASE_URL } = given;
    const urls = [AUTH_DATABASE_URL, REPORTS_DATABASE_URL, FILES_DATABASE_URL, NOTIFY_DATABASE_URL];
    await makeDatabases(CLUSTER_URL, urls);
  }
  const plans = topicPlans.map((plan) => ({
    ...plan,
    config: { ...plan.config, 'min.insync.replicas': String(MIN_INSYNC_REPLICAS) },
  }));
  await ensureTopics(KAFKA_BROKERS, plans, createLog('setup', 'error'));
  process.stdout.write(
    `${CLUSTER_URL ? 'Databases' : 'No databases (CLUSTER_URL is not set)'} and topics are there.\n`,
  );
});
