import { type Service, services } from '@tma/contracts';
import { createLog, migrate } from '@tma/kit';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../backing/backing.ts';
import { schemaFolder } from '../backup/load.ts';
import { withClient } from '../deploy/cluster.store.ts';
import { fillReports } from '../seed/fill.ts';
import { makeAccounts, makeDeputy } from '../seed/people.store.ts';
import { databases } from '../system.ts';
import { createDatabasesAndTopics } from './databases-and-topics.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const backing = { kafkaBrokers, databaseUrl: (name: string) => withDatabase(clusterUrl, name) };
const log = createLog('test', 'error');
const create = () => createDatabasesAndTopics(backing, 'the secret of a data folder');

/** What every connection as the user of a URL can do first. */
const open = (url: string) => withClient(url, (client) => client.query('select 1'));
describe('the databases of a data folder', () => {
  let urls: Record<Service, string>;
  beforeAll(async () => {
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

  it('a service brings its database up to date itself, and a second start changes nothing', async () => {
    for (const name of services) await migrate(urls[name], schemaFolder(name), log);
    expect(await create()).toEqual(urls);
  });

  it("auth's user only adds to the audit log", async () => {
    for (const statement of ["update audit_log set about = ''", 'delete from audit_log', 'truncate audit_log'])
      await expect(
        withClient(urls.auth, (client) => client.query(statement)),
        statement,
      ).rejects.toThrow('permission denied for table audit_log');
  });

  it("npm run seed needs no more than the services' users may do", async () => {
    const people = { seed: 1, tehsils: ['Swabi'], residents: 10 };
    await withClient(urls.auth, async (client) => {
      await client.query(`insert into tehsils (tehsil, folded) values ('Swabi', 'swabi')`);
      await makeAccounts(client, people, 'a hash');
      await makeDeputy(client, people);
    });
    await fillReports(urls.reports, people, 20, ['uploads/a.webp'], () => {});
  });

  it('a user who may not create others is used by all services', async () => {
    await withClient(clusterUrl, (client) => client.query(`create role limited login createdb password 'limited'`));
    const limited = new URL(clusterUrl);
    Object.assign(limited, { username: 'limited', password: 'limited' });
    const given = { kafkaBrokers, databaseUrl: (name: string) => withDatabase(limited.href, name) };
    const shared = await createDatabasesAndTopics(given, 'any');
    expect(shared.auth).toBe(given.databaseUrl(databases.auth));
  });
});
