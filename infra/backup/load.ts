import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, services } from '@tma/contracts';
import { createLog, ensureTopics, kitSchema, migrate, numberedFiles, restoreFunctions, skipToEnd } from '@tma/kit';
import { CommandError } from '../command.ts';
import { withClient } from '../deploy/cluster.store.ts';
import { topicPlans } from '../topic-plans.ts';
import { decryptBackup } from './encryption.ts';
import { type DatabaseDump, type Manifest, readManifest, requireUndamaged } from './manifest.ts';
import { copyOriginals, filesIn, goesOn, hasLog, logFolder, originalsFolder, replaceLog } from './stored-files.ts';
import * as store from './tables.store.ts';
import type { Target } from './target.ts';

const toolLog = createLog('restore', 'error');

export const schemaFolder = (name: Service) => new URL(`../../services/${name}/schema/`, import.meta.url);

interface Restored {
  manifest: Manifest;
  /** Whether it is known how far the signed log had come. */
  log: 'there' | 'unknown';
}

/** How a backup is restored: over what is there, and with which file of secret keys, if it is encrypted. */
interface RestoreOptions {
  replace: boolean;
  identity?: string | undefined;
}

/**
 * `loadPlain` for a backup that may be encrypted: it is decrypted whole into a folder for temporary files (`TMPDIR`), which only
 * this user can read, and which is removed at the end. Throws `CommandError` as that does, before anything is changed.
 */
export async function load(target: Target, folder: string, options: RestoreOptions): Promise<Restored> {
  const { encrypted } = await readManifest(folder);
  if (!encrypted) return loadPlain(target, folder, options);
  if (!options.identity)
    throw new CommandError('The backup is encrypted. Name the file of its secret key: --identity <file>');
  const plain = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    await decryptBackup(folder, options.identity, plain);
    return await loadPlain(target, plain, options);
  } finally {
    await rm(plain, { recursive: true, force: true });
  }
}

/**
 * Replaces what a stopped system keeps by a backup. Everything is checked before anything is changed; after an abort it can be
 * run again. Throws `CommandError` when the backup is damaged or too new, or the system runs or is not empty.
 *
 * Kafka may be the same as at the time of the backup, empty, or ahead of it, so its content is not relied on: every group
 * continues after what the topics hold, each outbox sends again what it still has (`lifetimes.outbox`), and consumers drop by
 * its id an event that they have handled before.
 */
async function loadPlain(target: Target, folder: string, options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(folder);
  await requireFiles(join(folder, 'files'), manifest);
  for (const name of services) {
    const dump = manifest.databases[name];
    requireKnownMigrations(name, dump);
    await requireUndamaged(join(folder, name), dump);
    await withClient(target.databases[name], (client) => requireFree(client, name, options.replace));
  }
  if (manifest.originals?.count && !target.storage)
    throw new CommandError('The backup holds files, but STORAGE_DIR is not set, or S3_BUCKET is.');
  const log = await judgeLog(target, folder, manifest);
  // Before files are copied: without Kafka nothing is changed, and a portal that goes on as it was keeps no originals of erased people.
  await ensureTopics(target.brokers, topicPlans, toolLog);
  if (target.storage) await copyOriginals(join(folder, 'files'), target.storage);
  for (const name of services) await withClient(target.databases[name], store.dropEverything);
  // Before the first database is filled: if the portal is started after an abort, none gets an event newer than the backup.
  await skipToEnd(target.brokers, toolLog);
  for (const name of services) await loadDatabase(name, target.databases[name], join(folder, name), manifest);
  await noteLog(target.databases.reports, log.known);
  // Last, and at once: until then whoever runs this again judges as before.
  if (target.storage && log.isReplaced) await replaceLog(join(folder, 'files'), target.storage);
  return { manifest, log: log.known };
}

/**
 * Files of the signed log that are there tell how far it came, and so do those of a backup with which the portal moved. Of any other the
 * portal may have signed more since, which nobody knows where it is restored: its files are kept as they ended, and another log begins.
 */
async function judgeLog(
  { storage }: Target,
  folder: string,
  { log, moves }: Manifest,
): Promise<{ known: Restored['log']; isReplaced: boolean }> {
  if (!storage) return { known: 'there', isReplaced: false };
  // A portal that was only started here has begun one, which has nothing to do with that of the backup.
  const isThere = (await hasLog(storage)) && (!log || (await goesOn(storage, join(folder, 'files'))));
  return { known: isThere || moves ? 'there' : 'unknown', isReplaced: !isThere && log !== null };
}

/** In a transaction of its own, as a database of before there was a log gets its tables first: the log may be newer than the backup. */
const noteLog = (url: string, log: Restored['log']): Promise<void> =>
  withClient(url, async (client) => {
    if (!(await store.knowsLog(client))) await migrate(url, schemaFolder('reports'), toolLog);
    await store.noteLog(client, log);
  });

/** More than the manifest says is whole, too: the files of the log grow, and earlier versions counted them before they were copied. */
async function requireFiles(folder: string, { originals, log }: Manifest): Promise<void> {
  for (const [name, expected] of [[originalsFolder, originals] as const, [logFolder, log] as const]) {
    if (!expected) continue;
    const found = await filesIn(join(folder, name));
    if (found.count < expected.count || found.bytes < expected.bytes)
      throw new CommandError(
        `The backup is damaged: ${join(folder, name)} has ${found.count} files of ${found.bytes} bytes together, instead of ${expected.count} of ${expected.bytes}.`,
      );
  }
}

/** Throws `CommandError` where this version cannot create a backup's schema: the one that made it can, or a newer one. */
function requireKnownMigrations(name: Service, { migrations }: DatabaseDump): void {
  for (const [ran, folder] of [
    [migrations.kit, kitSchema],
    [migrations.own, schemaFolder(name)],
  ] as const) {
    const known = numberedFiles(folder);
    const unknown = ran.find((migration, index) => known[index] !== migration);
    if (unknown) {
      throw new CommandError(
        `The backup of ${name} has the migration ${unknown}, which this version does not know there.`,
      );
    }
  }
}

async function requireFree(client: Parameters<typeof store.isUsed>[0], name: Service, replace: boolean) {
  if ((await store.serviceConnections(client)) > 0)
    throw new CommandError(`The service ${name} is running. Stop all services first.`);
  if (!replace && (await store.isUsed(client))) {
    throw new CommandError(
      `The database of ${name} is not empty. Add --replace to put the backup in the place of what it holds.`,
    );
  }
}

async function loadDatabase(name: Service, url: string, folder: string, manifest: Manifest): Promise<void> {
  const { migrations, sequences, tables } = manifest.databases[name];
  // A service that came after the backup makes its schema when it starts.
  if (migrations.own.length === 0) return;
  await withClient(url, async (client) => {
    // The schema of the backup; the services migrate it to the current one when they start.
    const only = { kit: migrations.kit.length, own: migrations.own.length };
    await migrate(url, schemaFolder(name), toolLog, only);
    await client.query('begin');
    await store.emptyTables(client, tables);
    for (const table of tables) {
      const rows = await store.readTable(client, table, join(folder, `${table.name}.copy.gz`));
      if (rows !== table.rows) throw new Error(`${name}.${table.name} has ${rows} rows instead of ${table.rows}.`);
    }
    await store.checkReferences(client);
    await restoreFunctions(client);
    await store.restoreSequences(client, sequences);
    await store.resendOutbox(client);
    await store.restartInbox(client);
    if (name === 'files') {
      await store.restartUnclaimedUploads(client);
      await store.hideAgain(client);
    }
    await client.query('commit');
  });
}
