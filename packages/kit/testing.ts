/** For service tests: a database per test file, from a template that is migrated once; configuration; signed tokens. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Role } from '@tma/contracts';
import { generateKeyPair, SignJWT } from 'jose';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { ServiceConfig } from './config.ts';
import { connectDb } from './db.ts';
import { ensureTopics } from './kafka/index.ts';
import { kitSchema, migrate } from './migrate.ts';
import { issuerOf } from './parts.ts';
import { pause } from './pause.ts';
import { createLog } from './process.ts';
import type { ServicePlan } from './service.ts';
import { audiences } from './tokens/audiences.ts';

export { consumeEvents } from './inbox.ts';
export { createClient } from './kafka/client.ts';
export { buildParts } from './parts.ts';
export { prune } from './prune.ts';
export { startRelay } from './relay.ts';
export { startHttpServer } from './testing/http-server.ts';
export { type SilentProxy, startSilentProxy } from './testing/silent-proxy.ts';
export { handleUnknownEvents } from './unknown-events.ts';

/** The settings that every service has, for a test's backing services and database. */
export const testConfig = (
  databaseUrl: string,
  backing: { redisUrl: string; kafkaBrokers: string[] },
): ServiceConfig => ({
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: 0,
  REUSE_PORT: false,
  PUBLIC_URL: 'http://portal.test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  KAFKA_BROKERS: backing.kafkaBrokers,
  REDIS_URL: backing.redisUrl,
  JWKS_URL: 'http://portal.test/keys',
});

/** A key pair for a test: signs tokens of residents and administrators, and gives services the public key. */
export async function createSigner(config: ServiceConfig) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const sign = (claims: Record<string, unknown>, audience: string) =>
    new SignJWT({ session_id: uuid(), email: `${claims.sub}@example.org`, ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(issuerOf(config))
      .setAudience(audience)
      .setExpirationTime('1h')
      .sign(privateKey);
  return {
    /** The same service, which accepts this signer's tokens. */
    signing: <C extends ServiceConfig, Own extends object>(plan: ServicePlan<C, Own>): ServicePlan<C, Own> => ({
      ...plan,
      build: async (base) => ({ ...(await plan.build(base)), tokenKeys: async () => publicKey }),
    }),
    resident: (id: string, user_metadata: Record<string, string>) =>
      sign({ sub: id, user_metadata }, audiences.resident.aud),
    admin: (id: string, tehsil: string, role?: Role) => sign({ sub: id, Tehsil: tehsil, role }, audiences.admin.aud),
  };
}

/** Topics of Kafka that a test needs. */
export const createTopics = (brokers: readonly string[], names: readonly string[], partitions = 1) =>
  ensureTopics(
    { brokers },
    names.map((name) => ({ name, partitions })),
    createLog('testing', 'silent'),
  );

/** Any number; with it one test file at a time makes a template. */
const templateLock = 7_610_003;

async function withAdmin<T>(clusterUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databaseUrl = (clusterUrl: string, name: string) => {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Names the template after what makes it, so that a changed schema makes another. */
function templateName(folder: URL | null): string {
  const hash = createHash('sha256');
  for (const schema of folder ? [kitSchema, folder] : [kitSchema]) {
    const files = readdirSync(schema, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
    for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, schema)));
  }
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

/** A migrated, empty database; without `folder` it has the tables of kit alone. @returns its URL, and how to drop it */
export async function createDatabase(clusterUrl: string, folder: URL | null) {
  const template = templateName(folder);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await withAdmin(clusterUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_making`);
      await migrate(databaseUrl(clusterUrl, `${template}_making`), folder, createLog('testing', 'warn'));
      await client.query(`alter database ${template}_making rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  });
  return {
    url: databaseUrl(clusterUrl, name),
    drop: () =>
      withAdmin(clusterUrl, async (client) => {
        // A connection that was told to end, and is ended by force before it has, would throw where nobody listens any more.
        const left = () => client.query('select from pg_stat_activity where datname = $1', [name]);
        for (const end = Date.now() + 2000; Date.now() < end && ((await left()).rowCount ?? 0) > 0; ) await pause(20);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** A database with the tables of kit alone, and connections to it. @param size connections at most */
export async function openDatabase(clusterUrl: string, size?: number) {
  const { url, drop } = await createDatabase(clusterUrl, null);
  const pool = connectDb(url, createLog('testing', 'silent'), size);
  return {
    url,
    pool,
    async close() {
      await pool.end();
      await drop();
    },
  };
}
