import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { createDatabases, withClient } from './cluster.store.ts';

const { clusterUrl } = inject('backing');
const suffix = randomUUID().slice(0, 8);

/** The URL of a database and the role that owns it. */
function urlOf(name: string, password: string): string {
  const url = new URL(clusterUrl);
  Object.assign(url, { username: `${name}_${suffix}`, password, pathname: `/${name}_${suffix}` });
  return url.href;
}

afterAll(() =>
  withClient(clusterUrl, async (client) => {
    for (const name of ['first', 'second']) {
      await client.query(`drop database if exists ${name}_${suffix}`);
      await client.query(`drop role if exists ${name}_${suffix}`);
    }
  }),
);

const works = (url: string) => withClient(url, (client) => client.query('create table if not exists own (id int)'));

it("each service gets a database and a role that can connect to no other's; a new password is valid at once", async () => {
  const [first, second] = [urlOf('first', "it's one"), urlOf('second', 'two')];
  await createDatabases(clusterUrl, [first, second]);
  await works(first);
  await works(second);
  const foreign = new URL(first);
  foreign.pathname = new URL(second).pathname;
  await expect(works(foreign.href)).rejects.toThrow(/permission denied for database/);

  const changed = urlOf('first', 'three');
  await createDatabases(clusterUrl, [changed, second]);
  await works(changed);
  await expect(works(first)).rejects.toThrow(/password authentication failed/);
});

it('a connection that is lost while it waits fails the next statement, and not the whole process', async () => {
  const lost = withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await withClient(clusterUrl, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
    await ended;
    await client.query('select 1');
  });
  await expect(lost).rejects.toThrow('not queryable');
});
