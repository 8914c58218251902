import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, services } from '@tma/contracts';
import pg from 'pg';
import { CommandError } from '../command.ts';
import { encryptedEnd, type FileCipher } from './files.ts';
import { type DatabaseDump, type Manifest, type TableDump, writeManifest } from './manifest.ts';
import { copyOriginals } from './originals.ts';
import { beginSnapshot, migrationsOf, sequencesOf, tablesOf, writeTable } from './tables.store.ts';
import type { Target } from './target.ts';

/**
 * Writes all that a system keeps into a new folder, while the system runs. Snapshots of producers of events are taken before
 * those of consumers, all within milliseconds: an event that a consumer has handled is then one that its producer has sent or
 * will send again. Files are copied last: a file exists before the row that names it. No secret is in it, and no key that signs:
 * whoever holds a backup can read, and can do nothing.
 * With `encrypt` nothing of it is ever written in plain.
 */
export async function dump(target: Target, folder: string, encrypt?: FileCipher): Promise<Manifest> {
  // Renamed at the end, so that an aborted backup is never taken for a complete one.
  const unfinished = `${folder}.part`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const snapshots = await openSnapshots(target.databases);
  const dumps: [Service, DatabaseDump][] = [];
  try {
    for (const { name, client } of snapshots)
      dumps.push([name, await dumpDatabase(client, join(unfinished, name), encrypt)]);
  } finally {
    await Promise.all(snapshots.map(({ client }) => client.end()));
  }
  const originals = target.storage && (await copyOriginals(target.storage, join(unfinished, 'files'), encrypt));
  const manifest: Manifest = {
    format: 1,
    ...(encrypt && { encrypted: 'age' as const }),
    at: (snapshots[0]?.at ?? new Date()).toISOString(),
    databases: Object.fromEntries(dumps) as Record<Service, DatabaseDump>,
    originals: originals || null,
  };
  await writeManifest(unfinished, manifest);
  await rename(unfinished, folder);
  return manifest;
}

/** Opens a snapshot of each database; `services` has the producers of events first. */
async function openSnapshots(urls: Record<Service, string>) {
  const opened = await Promise.all(
    services.map(async (name) => {
      const client = new pg.Client({ connectionString: urls[name], application_name: 'backup' });
      await client.connect();
      return { name, client };
    }),
  );
  const snapshots: { name: Service; client: pg.Client; at: Date }[] = [];
  for (const one of opened) snapshots.push({ ...one, at: await beginSnapshot(one.client) });
  return snapshots;
}

async function dumpDatabase(client: pg.Client, folder: string, encrypt?: FileCipher): Promise<DatabaseDump> {
  await mkdir(folder, { recursive: true });
  const found = await tablesOf(client);
  if (found.length === 0)
    throw new CommandError(`A database is empty (${client.database}): there is nothing to back up.`);
  const tables: TableDump[] = [];
  for (const table of found) {
    const path = join(folder, `${table.name}.copy.gz${encrypt ? encryptedEnd : ''}`);
    tables.push({ ...table, ...(await writeTable(client, table, path, encrypt)) });
  }
  return {
    migrations: { kit: await migrationsOf(client, 'kit_migrations'), own: await migrationsOf(client, 'migrations') },
    tables,
    sequences: await sequencesOf(client),
  };
}
