import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { CommandError } from '../command.ts';
import type { ServiceName } from '../system.ts';
import { type DatabaseDump, type Manifest, type TableDump, writeManifest } from './manifest.ts';
import { copyOriginals } from './originals.ts';
import { type Place, secretsOf, services } from './place.ts';
import { beginSnapshot, migrationsOf, sequencesOf, tablesOf, writeTable } from './tables.store.ts';

/**
 * Writes all that a system keeps into a new folder, while the system runs. Producers of events are looked at before those
 * who hear them, all within milliseconds: an event that one side knows as handled is then one that the other knows as sent
 * or will send again. Files come last: those that a row names were there before the row.
 */
export async function dump(place: Place, folder: string): Promise<Manifest> {
  // Takes its name at the end: what was broken off is not taken for a backup.
  const making = `${folder}.part`;
  await mkdir(making, { recursive: true, mode: 0o700 });
  const snapshots = await openSnapshots(place.databases);
  const dumps: [ServiceName, DatabaseDump][] = [];
  try {
    for (const { name, client } of snapshots) dumps.push([name, await dumpDatabase(client, join(making, name))]);
  } finally {
    await Promise.all(snapshots.map(({ client }) => client.end()));
  }
  const originals = place.storage && (await copyOriginals(place.storage, join(making, 'files')));
  const secrets = place.secrets && secretsOf(place.secrets);
  if (secrets) await copyFile(secrets, join(making, 'secrets.json'));
  const manifest: Manifest = {
    format: 1,
    at: (snapshots[0]?.at ?? new Date()).toISOString(),
    databases: Object.fromEntries(dumps) as Record<ServiceName, DatabaseDump>,
    originals: originals || null,
  };
  await writeManifest(making, manifest);
  await rename(making, folder);
  return manifest;
}

/** Each database as it is now, to be read at leisure. `services` has auth and reports first: they are who is heard. */
async function openSnapshots(urls: Record<ServiceName, string>) {
  const opened = await Promise.all(
    services.map(async (name) => {
      const client = new pg.Client({ connectionString: urls[name], application_name: 'backup' });
      await client.connect();
      return { name, client };
    }),
  );
  const snapshots: { name: ServiceName; client: pg.Client; at: Date }[] = [];
  for (const one of opened) snapshots.push({ ...one, at: await beginSnapshot(one.client) });
  return snapshots;
}

async function dumpDatabase(client: pg.Client, folder: string): Promise<DatabaseDump> {
  await mkdir(folder, { recursive: true });
  const known = await tablesOf(client);
  if (known.length === 0)
    throw new CommandError(`A database is empty (${client.database}): there is nothing to back up.`);
  const tables: TableDump[] = [];
  for (const table of known) {
    tables.push({ ...table, ...(await writeTable(client, table, join(folder, `${table.name}.copy.gz`))) });
  }
  return {
    migrations: { kit: await migrationsOf(client, 'kit_migrations'), own: await migrationsOf(client, 'migrations') },
    tables,
    sequences: await sequencesOf(client),
  };
}
