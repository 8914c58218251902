/** Real Postgres, Kafka and Redis that take nobody without TLS and a password. Connect to `localhost`: so says the certificate. */
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Backing, withDatabase } from '../../infra/backing/backing.ts';
import { startKafka } from '../../infra/backing/kafka.ts';
import { startPostgres } from '../../infra/backing/postgres.ts';
import { startRedis } from '../../infra/backing/redis.ts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import type { Child } from '../../infra/processes/children.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import type { KeyPair } from './certificates.ts';

/** The password of each server's user, to be found nowhere else. */
export const passwords = { postgres: 'of-postgres-4711', kafka: 'of-kafka-4712', redis: 'of-redis-4713' };
const user = 'portal';
const nobody = 65_534;
const mechanisms = ['SCRAM-SHA-512', 'SCRAM-SHA-256'];

/** The servers' key and certificate, and the path of the authority's certificate. */
type Files = KeyPair & { authority: string };

export async function startTlsServers(folder: string, files: Files) {
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const started = await Promise.allSettled([
    startTlsPostgres(join(folder, 'postgres'), ports.postgres, files),
    startTlsKafka(join(folder, 'kafka'), ports, files),
    startTlsRedis(join(folder, 'redis'), ports.redis, files),
  ]);
  const children = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(children.map((child) => child.stop('SIGINT', 3000))));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const clusterUrl = `postgres://postgres:${passwords.postgres}@localhost:${ports.postgres}/postgres?sslmode=verify-full`;
  const sasl = { mechanism: 'scram-sha-512' as const, username: user, password: passwords.kafka };
  return {
    databaseUrl: (name: string) => withDatabase(clusterUrl, name),
    kafkaBrokers: [`localhost:${ports.kafka}`],
    kafkaAccess: { ssl: true, sasl },
    redisUrl: `rediss://${user}:${passwords.redis}@localhost:${ports.redis}`,
    how: 'servers that demand TLS and a password',
    pids: {},
    stop,
  } satisfies Backing;
}

/** Postgres takes its certificate and its rules of who may connect while it runs. */
async function startTlsPostgres(dataDir: string, port: number, { key, cert }: KeyPair) {
  const child = await startPostgres(dataDir, port, passwords.postgres);
  const [ownKey, ownCert] = [join(dataDir, 'server.key'), join(dataDir, 'server.crt')];
  for (const [from, to] of [
    [key, ownKey],
    [cert, ownCert],
  ] as const) {
    await copyFile(from, to);
    await chmod(to, 0o600);
    if (process.getuid?.() === 0) await chown(to, nobody, nobody);
  }
  await writeFile(join(dataDir, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  await withClient(`postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/postgres`, async (client) => {
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
  return child;
}

async function startTlsKafka(
  dataDir: string,
  { kafka, kafkaController }: { kafka: number; kafkaController: number },
  { key, cert, authority }: Files,
): Promise<Child> {
  await mkdir(dataDir, { recursive: true });
  const keyStore = join(dirname(cert), 'kafka.pem');
  await writeFile(keyStore, `${await readFile(key, 'utf8')}${await readFile(cert, 'utf8')}`);
  const login = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${user}" password="${passwords.kafka}";`;
  return startKafka(dataDir, kafka, kafkaController, undefined, {
    properties: {
      listeners: `SASL_SSL://127.0.0.1:${kafka},CONTROLLER://127.0.0.1:${kafkaController}`,
      'advertised.listeners': `SASL_SSL://localhost:${kafka}`,
      'listener.security.protocol.map': 'SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name': 'SASL_SSL',
      'sasl.enabled.mechanisms': mechanisms.join(','),
      'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
      ...Object.fromEntries(
        mechanisms.map((name) => [`listener.name.sasl_ssl.${name.toLowerCase()}.sasl.jaas.config`, login]),
      ),
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // Nobody but the broker itself is at its controller.
      'super.users': `User:${user};User:ANONYMOUS`,
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keyStore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': authority,
    },
    format: mechanisms.flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${user},password=${passwords.kafka}]`,
    ]),
  });
}

const startTlsRedis = (dataDir: string, port: number, files: Files) =>
  startRedis(dataDir, port, undefined, [
    ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
    ...['--tls-key-file', files.key, '--tls-cert-file', files.cert, '--tls-ca-cert-file', files.authority],
    ...['--user', user, 'on', `>${passwords.redis}`, '~*', '&*', '+@all', '--user', 'default', 'off'],
  ]);
