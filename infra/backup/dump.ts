import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, services } from '@tma/contracts';
import { holdOutbox } from '@tma/kit';
import type pg from 'pg';
import { CommandError } from '../command.ts';
import { connectClient, withClient } from '../deploy/cluster.store.ts';
import { encryptedEnd, type FileCipher } from './files.ts';
import { type DatabaseDump, type Manifest, type TableDump, writeManifest } from './manifest.ts';
import { copyLog, copyOriginals } from './stored-files.ts';
import {
  beginSnapshot,
  migrationsOf,
  noteLog,
  sequencesOf,
  serviceConnections,
  tablesOf,
  writeTable,
} from './tables.store.ts';
import type { Target } from './target.ts';

/**
 * Writes all that a system keeps into a new folder, while the system runs. While the snapshots are taken, all within milliseconds, no
 * outbox is emptied: an event that a consumer's snapshot does not have as handled is whole in that of its producer, which sends it
 * again. Files are copied last: a file exists before the row that names it. No secret is in it, and no key that signs:
 * whoever holds a backup can read, and can do nothing.
 * @param encrypt with it nothing of it is ever written in plain
 * @param moves whether the system goes on where it is restored: then it has to be stopped, and should it start again here, its signed log
 * goes on under a new name. Throws `CommandError` while it runs.
 */
export async function dump(target: Target, folder: string, { encrypt, moves = false }: DumpOptions): Promise<Manifest> {
  if (moves) await requireStopped(target.databases);
  // Renamed at the end, so that an aborted backup is never taken for a complete one.
  const unfinished = `${folder}.part`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const manifest = await dumpInto(unfinished, target, { encrypt, moves });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    // What filled the disk does not keep it full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function dumpInto(
  unfinished: string,
  target: Target,
  { encrypt, moves = false }: DumpOptions,
): Promise<Manifest> {
  const snapshots = await openSnapshots(target.databases);
  const dumps: [Service, DatabaseDump][] = [];
  try {
    for (const { name, client } of snapshots)
      dumps.push([name, await dumpDatabase(client, join(unfinished, name), encrypt)]);
  } finally {
    await endAll(snapshots);
  }
  const originals = target.storage && (await copyOriginals(target.storage, join(unfinished, 'files'), encrypt));
  const log = target.storage && (await copyLog(target.storage, join(unfinished, 'files'), encrypt));
  const manifest: Manifest = {
    format: 1,
    ...(encrypt && { encrypted: 'age' as const }),
    at: (snapshots[0]?.at ?? new Date()).toISOString(),
    databases: Object.fromEntries(dumps) as Record<Service, DatabaseDump>,
    originals: originals || null,
    log: log && log.count > 0 ? log : null,
    moves,
  };
  await writeManifest(unfinished, manifest);
  // Before anybody can restore it: there are never two that go on.
  if (moves) await withClient(target.databases.reports, (client) => noteLog(client, 'unknown'));
  return manifest;
}

interface DumpOptions {
  encrypt?: FileCipher | undefined;
  moves?: boolean;
}

async function requireStopped(databases: Target['databases']): Promise<void> {
  for (const name of services) {
    if ((await withClient(databases[name], serviceConnections)) > 0)
      throw new CommandError(`The service ${name} is running. Stop all services before the portal moves.`);
  }
}

/** Opens a snapshot of each database, in whichever order: some services hear of each other. */
async function openSnapshots(urls: Record<Service, string>) {
  const opened = await connectAll(urls);
  try {
    // By transactions of their own: a snapshot is as old as its transaction's first statement.
    const holding = await connectAll(urls);
    try {
      for (const { client } of holding) {
        await client.query('begin');
        await holdOutbox(client);
      }
      const snapshots: { name: Service; client: pg.Client; at: Date }[] = [];
      for (const one of opened) snapshots.push({ ...one, at: await beginSnapshot(one.client) });
      return snapshots;
    } finally {
      await endAll(holding);
    }
  } catch (error) {
    await endAll(opened);
    throw error;
  }
}

/** Connects to each database, or to none: a connection that is left open keeps the command from ending. */
async function connectAll(urls: Record<Service, string>) {
  const tried = await Promise.allSettled(
    services.map(async (name) => ({ name, client: await connectClient(urls[name], 'backup') })),
  );
  const connected = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = tried.find((one) => one.status === 'rejected');
  if (!failed) return connected;
  await endAll(connected);
  throw failed.reason;
}

const endAll = (connected: readonly { client: pg.Client }[]) =>
  Promise.all(connected.map(({ client }) => client.end()));

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
