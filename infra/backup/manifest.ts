import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command.ts';
import { byService } from '../system.ts';
import { sha256Of } from './files.ts';

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Of the file `<database>/<table>.copy.gz`, with `.age` where it is encrypted. */
  sha256: z.string(),
});

const database = z.object({
  /** The names of the migrations that had run, oldest first: kit's, then the service's own. */
  migrations: z.object({ kit: z.array(z.string()), own: z.array(z.string()) }),
  /** Each table comes after those it refers to. */
  tables: z.array(table),
  sequences: z.record(z.string(), z.string()),
});

const files = z.object({ count: z.number().int(), bytes: z.number().int() });

const schema = z.object({
  format: z.literal(1),
  /** Set where every other file is encrypted; the manifest itself never is: it names tables, and nobody. */
  encrypted: z.literal('age').optional(),
  /** The time of the snapshots, RFC 3339. */
  at: z.iso.datetime(),
  /** Of a service that the version of the backup did not have, there is nothing. */
  databases: z.object(
    byService(() => database.default({ migrations: { kit: [], own: [] }, tables: [], sequences: {} })),
  ),
  /** Pictures and documents; null where they are in S3. */
  originals: files.nullable(),
  /** The files of the signed log; null where they are in S3, or there was none yet. */
  log: files.nullable().default(null),
  /** Whether it was made to go on elsewhere: where it came from, nothing is signed any more under the name of its log. */
  moves: z.boolean().default(false),
});

export type Manifest = z.infer<typeof schema>;
export type DatabaseDump = z.infer<typeof database>;
export type TableDump = z.infer<typeof table>;

const fileOf = (folder: string) => join(folder, 'manifest.json');

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });

/** Reads the manifest of a backup. Throws `CommandError` for a folder that is no backup, or one that was aborted. */
export async function readManifest(folder: string): Promise<Manifest> {
  const given: unknown = await readFile(fileOf(folder), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => null);
  const read = schema.safeParse(given);
  if (!read.success) throw new CommandError(`${folder} is not a whole backup that this version can read.`);
  return read.data;
}

/**
 * Throws `CommandError` where a file of a table is missing, truncated or changed. @param folder of one database's files
 * @param end of their names, where they are encrypted
 */
export async function requireUndamaged(folder: string, { tables }: DatabaseDump, end = ''): Promise<void> {
  for (const { name, sha256 } of tables) {
    const path = join(folder, `${name}.copy.gz${end}`);
    if ((await sha256Of(path).catch(() => null)) !== sha256)
      throw new CommandError(`The backup is damaged: ${path} is not what it was.`);
  }
}
