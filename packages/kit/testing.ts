/** For service tests: a database of their own per test file, from a template that is migrated once. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from './db.ts';
import { createLog } from './service.ts';

export { listenTo } from './inbox.ts';
export { startRelay } from './outbox.ts';
export { buildParts } from './service.ts';

/** Any number; it lets one test file at a time make a template. */
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

/** Names the template after what makes it, so that a changed migration makes another. */
function templateName(folder: URL | null): string {
  const hash = createHash('sha256');
  for (const url of [new URL('./migrations', import.meta.url), folder]) {
    if (!url) continue;
    const dir = fileURLToPath(url);
    for (const file of readdirSync(dir).sort()) hash.update(file).update(readFileSync(`${dir}/${file}`));
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
    drop: () => withAdmin(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}
