import pg from 'pg';

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tools' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the databases that the URLs name and the roles that own them; no other role may connect to them. A database that is
 * there already, as of before each service had a role, becomes its role's with all that it holds. Where a URL names the role
 * of `clusterUrl` itself, nothing but a missing database is created.
 */
export const createDatabases = (clusterUrl: string, urls: readonly string[]): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    for (const url of urls.map((text) => new URL(text))) {
      const [role, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
      const database = decodeURIComponent(url.pathname.slice(1));
      const { rows } = await client.query<{ owner: string }>(
        'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
        [database],
      );
      const isOwn = role !== client.user;
      if (isOwn) await createRole(client, role, password);
      // Whatever the cluster was made with: residents write in every script.
      if (!rows[0]) await run(client, `create database %I owner %I encoding 'UTF8' template template0`, database, role);
      else if (!isOwn) continue;
      else if (rows[0].owner !== role) await run(client, 'alter database %I owner to %I', database, role);
      await run(client, 'revoke all on database %I from public', database);
      // Also in a database that is the role's already: an aborted start, or a restore by an older version, left it half way.
      if (!rows[0]) continue;
      const { href } = Object.assign(new URL(clusterUrl), { pathname: url.pathname });
      await withClient(href, (own) => handOver(own, role));
    }
  });

/** Whether the role that a URL names may create roles. */
export const mayCreateRoles = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
    );
    return rows[0]?.may ?? false;
  });

/**
 * Makes a role the owner of all tables, sequences, functions and types in a database, in one transaction. Sequences of columns,
 * types of tables and members of extensions follow what they belong to. The schema itself belongs to the database's owner,
 * unless a restore made it anew. (`reassign owned` refuses to take anything from the first superuser.)
 */
async function handOver(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', kind, name, $1::text) as statement
     from (
       select 'pg_class'::regclass as catalog, oid, relowner as owner, oid::regclass::text as name,
         case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       union all
       select 'pg_proc'::regclass, oid, proowner, oid::regprocedure::text, 'routine'
       from pg_proc where pronamespace = 'public'::regnamespace
       union all
       select 'pg_type'::regclass, oid, typowner, oid::regtype::text, 'type'
       from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
       union all
       select 'pg_namespace'::regclass, oid, nspowner, 'public', 'schema'
       from pg_namespace where nspname = 'public' and nspowner <> 'pg_database_owner'::regrole
     ) as found
     where owner <> quote_ident($1)::regrole and not exists (
       select from pg_depend where classid = found.catalog and objid = found.oid and deptype in ('a', 'i', 'e'))`,
    [role],
  );
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';'));
}

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
