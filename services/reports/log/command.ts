import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  consistencyProof,
  hashLeaf,
  inclusionProof,
  isConsistent,
  isSame,
  parseCheckpoint,
  readReference,
  rootOfInclusion,
  toBase64,
} from '@tma/contracts';
import { CommandFailed, type Db } from '@tma/kit';
import { z } from 'zod';
import { leavesOf, readLogState } from './log.store.ts';
import { numberOf } from './origin.ts';
import { continuedAs, Falsified, openPublicLog, type PublicLog, withTileCache } from './public-log.ts';
import { type LogSigner, sha256 } from './signing.ts';
import { Comparison } from './verify-database.ts';
import { requireRoot, signedLeaves } from './verify-signed.ts';

const said = (count: number) => `${count} ${count === 1 ? 'leaf' : 'leaves'}`;

/**
 * Goes through the log of a portal, and compares it with its database where that is given. @returns what there is to say
 * Throws `Falsified`, which names the first leaf that is not as it was signed.
 */
export async function verifyLog(
  portal: string,
  { db, key, signer }: { db?: Db; key?: string; signer?: LogSigner } = {},
): Promise<string> {
  // Before the log is opened, which goes on growing.
  const comparison = db && new Comparison(db, await readLogState(db));
  const log = await openPublicLog(portal, key);
  if (signer && !signer.read(log.note))
    throw new Falsified('The checkpoint is not signed with LOG_KEY: the key was swapped, or somebody else signs.');
  await requireRoot(log);
  await comparison?.requireWhole(log);
  for await (const leaves of signedLeaves(log)) await comparison?.compare(log, leaves);
  await comparison?.end();
  const against = comparison ? ', and the database is as they say' : '';
  return `${log.origin}: ${said(log.size)}, all as signed${against}.\nRoot hash ${toBase64(log.root)}, key ${log.key}`;
}

/**
 * The leaves of a report, each with what proves that it is in the log. Throws `Falsified` where it is not.
 * @param reference in any letter case
 */
export async function proveReport(portal: string, db: Db, reference: string): Promise<string> {
  const log = await openPublicLog(portal);
  const tree = withTileCache(log.tree);
  const found = await leavesOf(db, numberOf(log.origin), readReference(reference) ?? reference);
  if (found.length === 0) throw new Falsified(`The log has no leaf of ${reference}: it is no report, or papers.`);
  const parts = [];
  for (const { leaf: index, line } of found.filter(({ leaf }) => leaf < log.size)) {
    const leaf = await hashLeaf(sha256, Buffer.from(line));
    const proof = await inclusionProof(tree, index);
    const root = await rootOfInclusion(sha256, { index, size: log.size, leaf, proof });
    if (!root || !isSame(root, log.root))
      throw new Falsified(`Leaf ${index} of ${reference} is not the one that was signed.`);
    parts.push(`${line}\nindex ${index}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}`);
  }
  return [...parts, log.note].join('\n').trimEnd();
}

/** What a watcher keeps. */
const Kept = z.object({ key: z.string(), note: z.string() });
type Kept = z.infer<typeof Kept>;

/**
 * @returns null where there is no file yet. Any other failure ends the command: otherwise it would overwrite what was seen before.
 */
async function readKept(file: string): Promise<Kept | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ENOENT') return null;
    throw new CommandFailed(
      `${file} cannot be read, so nobody can say whether the log only grew. Put a copy in its place; without one, delete it to begin anew.`,
      { cause },
    );
  }
}

/** Writes the file whole or not at all. */
async function keep(file: string, kept: Kept): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept, null, 2));
  await rename(`${file}.new`, file);
}

/**
 * Whether the log of a portal only grew since it was last looked at, and was signed with the same key. What was seen is kept in a
 * file, which stays as it is where something is wrong. @returns what there is to say. Throws `Falsified`, and `CommandFailed` where
 * the file or the portal cannot be read.
 */
export async function watchLog(portal: string, file: string): Promise<string> {
  const kept = await readKept(file);
  const log = await openPublicLog(portal, kept?.key).catch((error: unknown) => {
    if (kept && error instanceof Falsified) throw evidence(error.message, kept, file);
    throw error;
  });
  const grown = kept && (await growthSince(kept, log, file));
  if (grown !== 0) await keep(file, { key: log.key, note: log.note });
  const since = grown === null ? 'seen for the first time' : `${grown} more than before, which are as they were`;
  return `${log.origin}: ${said(log.size)}, ${since}.`;
}

async function growthSince(kept: Kept, log: PublicLog, file: string): Promise<number> {
  const before = parseCheckpoint(kept.note);
  if (before.origin !== log.origin) throw evidence(continuedAs(before.origin, log.origin), kept, file);
  if (log.size < before.size)
    throw evidence(`The log was cut: it has ${log.size} leaves, and ${before.size} were seen.`, kept, file);
  const proof = await consistencyProof(withTileCache(log.tree), before.size);
  if (!(await isConsistent(sha256, before, log, proof)))
    throw evidence(`The log was cut and has grown again: its first ${before.size} leaves are others.`, kept, file);
  return log.size - before.size;
}

const evidence = (message: string, { note }: Kept, file: string) =>
  new Falsified(`${message}\nKeep ${file}, where this was signed:\n\n${note}`);
