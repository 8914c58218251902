import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { services } from '@tma/contracts';
// The age format is made by its author's own library, so that a backup can be opened with the program age, too.
import { Decrypter, Encrypter } from 'age-encryption';
import { CommandError } from '../command.ts';
import { createBackupFile, encryptedEnd, type FileCipher, hashingStream, readBackupFile } from './files.ts';
import { readManifest, requireUndamaged, type TableDump, writeManifest } from './manifest.ts';
import { logFolder, originalsFolder } from './stored-files.ts';

const asCipher = (work: (file: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>): FileCipher =>
  async function* (source) {
    yield* (await work(
      NodeReadableStream.from(source) as unknown as ReadableStream<Uint8Array>,
    )) as unknown as AsyncIterable<Uint8Array>;
  };

/** Encrypts to public keys (`age1…`); any one of their secret keys opens the file. Throws `CommandError` for another text. */
export function encryptTo(recipients: readonly string[]): FileCipher {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new CommandError(`${recipient} is no public key of age (age1…).`);
    }
  }
  return asCipher((file) => encrypter.encrypt(file));
}

/** Decrypts with the secret keys of a file that `age-keygen` wrote. Throws `CommandError` when it has none. */
export async function decryptWith(identityFile: string): Promise<FileCipher> {
  const text = await readFile(identityFile, 'utf8').catch(() => {
    throw new CommandError(`${identityFile} cannot be read.`);
  });
  const keys = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    if (keys.length === 0) throw new Error('empty');
    for (const key of keys) decrypter.addIdentity(key.trim());
  } catch {
    throw new CommandError(`${identityFile} holds no secret key of age (AGE-SECRET-KEY-…), or something else too.`);
  }
  return asCipher((file) => decrypter.decrypt(file));
}

/**
 * Writes the plain form of an encrypted backup into an empty folder. Every file is checked: throws `CommandError` when one is
 * missing, truncated or changed, or when the secret key is not one that the backup was made for.
 */
export async function decryptBackup(folder: string, identityFile: string, into: string): Promise<void> {
  const decrypt = await decryptWith(identityFile);
  const { encrypted: _, ...manifest } = await readManifest(folder);
  for (const name of services) await requireUndamaged(join(folder, name), manifest.databases[name], encryptedEnd);
  for (const name of services) {
    await mkdir(join(into, name));
    for (const table of manifest.databases[name].tables) {
      table.sha256 = await decryptTable(join(folder, name), table, join(into, name), decrypt).catch(
        (error: unknown) => {
          rethrowOfSystem(error);
          // Its file is as it was written, so it is the key.
          throw new CommandError(`The secret key in ${identityFile} does not open the backup.`);
        },
      );
    }
  }
  for (const [name, expected] of [
    [originalsFolder, manifest.originals],
    [logFolder, manifest.log],
  ] as const)
    if (expected) await decryptFiles(join(folder, 'files'), join(into, 'files'), name, expected, decrypt);
  await writeManifest(into, manifest);
}

/** Throws what the system said, such as of a full disk: neither the key nor the backup is to blame for that. */
export function rethrowOfSystem(error: unknown): void {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    throw new CommandError(
      'There is no space left to decrypt the backup: TMPDIR must be a folder with as much space as the backup has.',
    );
  if (errno !== undefined) throw error;
}

/** @returns the SHA-256 of the plain file */
async function decryptTable(from: string, { name }: TableDump, to: string, decrypt: FileCipher): Promise<string> {
  const { through, sha256 } = hashingStream();
  const file = `${name}.copy.gz`;
  await pipeline(readBackupFile(join(from, file + encryptedEnd)), decrypt, through, createBackupFile(join(to, file)));
  return sha256();
}

async function decryptFiles(
  from: string,
  to: string,
  folder: string,
  expected: { count: number; bytes: number },
  decrypt: FileCipher,
): Promise<void> {
  const found = { count: 0, bytes: 0 };
  const entries = await readdir(join(from, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((one) => one.isFile() && one.name.endsWith(encryptedEnd))) {
    const target = join(to, entry.parentPath.slice(from.length));
    await mkdir(target, { recursive: true });
    const path = join(entry.parentPath, entry.name);
    const file = createBackupFile(join(target, entry.name.slice(0, -encryptedEnd.length)));
    await pipeline(readBackupFile(path), decrypt, file).catch((error: unknown) => {
      rethrowOfSystem(error);
      throw new CommandError(`The backup is damaged: ${path} is not what it was.`);
    });
    found.count += 1;
    found.bytes += file.bytesWritten;
  }
  if (found.count !== expected.count || found.bytes !== expected.bytes)
    throw new CommandError(
      `The backup is damaged: it has ${found.count} files instead of ${expected.count}, or others.`,
    );
}
