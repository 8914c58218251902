import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consumers } from '@tma/contracts';
import { createLog, ensureTopics, migrate, skipToEnd } from '@tma/kit';
import { CommandError } from '../command.ts';
import { withClient } from '../deploy/cluster.store.ts';
import type { Secrets, ServiceName } from '../system.ts';
import { topicPlans } from '../system.ts';
import { demandKnown, migrationsFolder } from './known.ts';
import { type DatabaseDump, type Manifest, readManifest } from './manifest.ts';
import { copyOriginals } from './originals.ts';
import { hashOf } from './parts.ts';
import { type Place, secretsOf, services } from './place.ts';
import * as store from './tables.store.ts';

const log = createLog('restore', 'error');

/**
 * Puts a backup in the place of what a stopped system keeps. Everything is looked at before anything is changed; broken off
 * half way, it is run again.
 *
 * Kafka may be the one of then, an emptied one, or one that knows what came after the backup. It is not believed: every
 * group goes on behind what the topics hold, each outbox sends again what it still has (a week), and who handled an event
 * before drops it by its id.
 */
export async function load(place: Place, folder: string, options: { replace: boolean }): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const name of services) {
    const dump = manifest.databases[name];
    demandKnown(name, dump);
    await demandWhole(join(folder, name), dump);
    await withClient(place.databases[name], (client) => demandFree(client, name, options.replace));
  }
  if (manifest.originals && !place.storage)
    throw new CommandError('The backup holds files, but STORAGE_DIR is not set.');
  if (place.storage) await copyOriginals(join(folder, 'files'), place.storage);
  for (const name of services) await loadDatabase(name, place.databases[name], join(folder, name), manifest);
  await takeSecrets(folder, place.secrets);
  await ensureTopics(place.brokers, topicPlans, log);
  await skipToEnd(place.brokers, consumers, log);
  return manifest;
}

async function demandWhole(folder: string, { tables }: DatabaseDump): Promise<void> {
  for (const { name, sha256 } of tables) {
    const found = await hashOf(join(folder, `${name}.copy.gz`)).catch(() => null);
    if (found !== sha256)
      throw new CommandError(`The backup is damaged: ${join(folder, name)}.copy.gz is not what it was.`);
  }
}

async function demandFree(client: Parameters<typeof store.isUsed>[0], name: ServiceName, replace: boolean) {
  if ((await store.servicesOn(client)) > 0)
    throw new CommandError(`The service ${name} is running. Stop all services first.`);
  if (!replace && (await store.isUsed(client))) {
    throw new CommandError(
      `The database of ${name} is not empty. Add --replace to put the backup in the place of what it holds.`,
    );
  }
}

async function loadDatabase(name: ServiceName, url: string, folder: string, manifest: Manifest): Promise<void> {
  const { migrations, tables, sequences } = manifest.databases[name];
  await withClient(url, async (client) => {
    await store.dropEverything(client);
    // The schema of then; the services bring it to that of today when they start.
    const only = { kit: migrations.kit.length, own: migrations.own.length };
    await migrate(url, migrationsFolder(name), log, only);
    await client.query('begin');
    await store.emptyTables(client, tables);
    for (const table of tables) {
      const rows = await store.readTable(client, table, join(folder, `${table.name}.copy.gz`));
      if (rows !== table.rows) throw new Error(`${name}.${table.name} has ${rows} rows instead of ${table.rows}.`);
    }
    await store.moveSequences(client, sequences);
    await store.sendAgain(client);
    if (name === 'files') await store.waitAnew(client);
    await client.query('commit');
  });
}

/** The keys come back with the data that they open; the cluster's password stays the one of this place. */
async function takeSecrets(folder: string, dataDir: string | null): Promise<void> {
  const [kept, here] = [secretsOf(folder), dataDir && secretsOf(dataDir)];
  if (!kept || !here) return;
  const { databasePassword } = JSON.parse(await readFile(here, 'utf8')) as Secrets;
  const secrets: Secrets = { ...(JSON.parse(await readFile(kept, 'utf8')) as Secrets), databasePassword };
  await writeFile(`${here}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${here}.new`, here);
}
