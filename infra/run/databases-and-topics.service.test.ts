import { type Service, services } from '@tma/contracts';
import { createLog, migrate } from '@tma/kit';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../backing/backing.ts';
import { migrationsFolder } from '../backup/migrations.ts';
import { dropEverything } from '../backup/tables.store.ts';
import { withClient } from '../deploy/cluster.store.ts';
import { databases } from '../system.ts';
import { createDatabasesAndTopics } from './databases-and-topics.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const backing = { kafkaBrokers, databaseUrl: (name: string) => withDatabase(clusterUrl, name) };
const log = createLog('test', 'error');
const create = () => createDatabasesAndTopics(backing, 'the secret of a data folder');

/** What every connection as the user of a URL can do first. */
const open = (url: string) => withClient(url, (client) => client.query('select 1'));
const ownersIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      `select distinct pg_get_userbyid(owner) as owner from (
         select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
         union select proowner from pg_proc where pronamespace = 'public'::regnamespace
         union select typowner from pg_type where typnamespace = 'public'::regnamespace
         union select datdba from pg_database where datname = current_database()) as all_of_them`,
    );
    return rows.map(({ owner }) => owner);
  });

/** A data folder of the version in which one user owned everything: auth is half migrated, files was restored there once. */
async function makeOld() {
  const urls = Object.values(databases).map((name) => backing.databaseUrl(name));
  await withClient(clusterUrl, async (client) => {
    for (const name of Object.values(databases)) await client.query(`create database ${name}`);
  });
  await withClient(backing.databaseUrl(databases.files), dropEverything);
  for (const url of urls) await migrate(url, null, log);
  await withClient(backing.databaseUrl(databases.auth), async (client) => {
    await client.query(
      "create type mood as enum ('calm'); create domain short as text; create view v as select 1 as a",
    );
    await client.query(
      'create sequence of_nothing; create table "Odd Name" (id bigserial primary key, m mood, s short)',
    );
    await client.query(`insert into "Odd Name" (m) values ('calm')`);
  });
}

describe('the databases of a data folder', () => {
  let urls: Record<Service, string>;
  beforeAll(async () => {
    await makeOld();
    urls = await create();
  });

  it("a service's user opens its own database and no other", async () => {
    expect(new Set(Object.values(urls).map((url) => new URL(url).password)).size).toBe(services.length);
    for (const name of services) {
      await open(urls[name]);
      for (const other of services.filter((one) => one !== name)) {
        await expect(open(withDatabase(urls[name], databases[other]))).rejects.toThrow(
          /permission denied for database/,
        );
      }
    }
  });

  it('what one user owned before belongs to each service now, which brings it up to date itself', async () => {
    for (const name of services) {
      expect(await ownersIn(urls[name])).toEqual([databases[name]]);
      await migrate(urls[name], migrationsFolder(name), log);
      expect(await ownersIn(urls[name])).toEqual([databases[name]]);
    }
    await withClient(urls.auth, async (client) => {
      await client.query(`alter type mood add value 'angry'`);
      await client.query('drop view v; drop sequence of_nothing');
      const { rows } = await client.query('insert into "Odd Name" (m) values (\'angry\') returning id::int');
      expect(rows).toEqual([{ id: 2 }]);
    });
  });

  it('a start that ended half way, or a restore by the version before, is put right by the next', async () => {
    await withClient(backing.databaseUrl(databases.notify), async (client) => {
      await dropEverything(client);
      await client.query('create table late (id int)');
    });
    expect(await create()).toEqual(urls);
    expect(await ownersIn(urls.notify)).toEqual([databases.notify]);
    await withClient(urls.notify, dropEverything);
  });

  it('a user who may not create others is used by all services, as before', async () => {
    await withClient(clusterUrl, (client) => client.query(`create role limited login createdb password 'limited'`));
    const limited = new URL(clusterUrl);
    Object.assign(limited, { username: 'limited', password: 'limited' });
    const given = { kafkaBrokers, databaseUrl: (name: string) => withDatabase(limited.href, name) };
    const shared = await createDatabasesAndTopics(given, 'any');
    expect(shared.auth).toBe(given.databaseUrl(databases.auth));
  });
});
