import { createLog, ensureTopics } from '@tma/kit';
import pg from 'pg';
import type { Backing } from '../backing/backing.ts';
import { databases, topicPlans } from '../system.ts';

/** Creates the databases and topics of system.ts that do not exist yet. */
export async function createDatabasesAndTopics(backing: Pick<Backing, 'databaseUrl' | 'kafkaBrokers'>): Promise<void> {
  const client = new pg.Client({ connectionString: backing.databaseUrl('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const existing = new Set(rows.map(({ datname }) => datname));
    for (const name of Object.values(databases)) if (!existing.has(name)) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  await ensureTopics(backing.kafkaBrokers, topicPlans, createLog('infra', 'error'));
}
