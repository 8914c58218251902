import pg from 'pg';

/** Opens a connection. One that is lost while it waits fails the next statement. @param name what Postgres shows of it */
export async function connectClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // Without a listener the loss would end the process, and nothing would be cleaned up.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url, 'tools');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the databases that the URLs name and the roles that own them; no other role may connect to them. Where a URL names the
 * role of `clusterUrl` itself, nothing but a missing database is created.
 */
export const createDatabases = (clusterUrl: string, urls: readonly string[]): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    for (const url of urls.map((text) => new URL(text))) {
      const [role, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
      const database = decodeURIComponent(url.pathname.slice(1));
      const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
      const isOwn = role !== client.user;
      if (isOwn) await createRole(client, role, password);
      // Whatever the cluster was made with: residents write in every script.
      if (rowCount === 0)
        await run(client, `create database %I owner %I encoding 'UTF8' template template0`, database, role);
      if (rowCount === 0 || isOwn) await run(client, 'revoke all on database %I from public', database);
    }
  });

export const mayCreateRoles = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
    );
    return rows[0]?.may ?? false;
  });

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0) await run(client, 'create role %I', role);
  await run(client, 'alter role %I login password %L', role, password);
  // A role that is no superuser must be a member of the role to which it gives a database.
  await run(client, 'grant %I to current_user', role);
}

/** For statements that take no parameters: Postgres itself quotes the values. */
async function run(client: pg.Client, statement: string, ...values: string[]): Promise<void> {
  const { rows } = await client.query<{ text: string }>('select format($1, variadic $2::text[]) as text', [
    statement,
    values,
  ]);
  await client.query(rows[0]?.text ?? '');
}
