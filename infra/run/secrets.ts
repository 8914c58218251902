import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../system.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * The secrets of a data folder, created with the first call, in a file that only its owner can read. A secret that the file
 * lacks, because it is of an older version or came from a backup, is added.
 * @param adminSecretKey overrides the stored one
 */
export async function readSecrets(dataDir: string, adminSecretKey?: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const stored = await readStored(file);
  const created: Secrets = {
    adminSecretKey: random(18),
    signingKeySecret: random(32),
    linkSecret: random(32),
    unsubscribeSecret: random(32),
    databasePassword: random(18),
  };
  const secrets = { ...created, ...stored };
  if (Object.keys(created).some((name) => !(name in stored))) {
    await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return { ...secrets, adminSecretKey: adminSecretKey ?? secrets.adminSecretKey };
}

/** Empty where there is no file yet; every other error is thrown. */
async function readStored(file: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
