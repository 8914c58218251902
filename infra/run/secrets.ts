import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../process-plan.ts';
import { adminKeyFile } from '../system.ts';

const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json');
const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * The secrets of a data folder, created with the first call, in a file that only its owner can read. A secret that the file
 * lacks, as one that a release brings, is added.
 * @param adminSecretKey overrides the stored one
 */
export async function readSecrets(dataDir: string, adminSecretKey?: string): Promise<Secrets> {
  const file = secretsFile(dataDir);
  const stored = await readStored(file);
  const created: Secrets = {
    adminSecretKey: random(18),
    signingKeySecret: random(32),
    linkSecret: random(32),
    closureLinkSecret: random(32),
    open311Secret: random(32),
    unsubscribeSecret: random(32),
    logKey: random(32),
    logFilesSecret: random(32),
    smsKey: random(24),
    databasePassword: random(18),
  };
  const secrets = { ...created, ...stored };
  if (Object.keys(created).some((name) => !(name in stored))) {
    await replaceFile(file, JSON.stringify(secrets, null, 2));
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

/** Puts the admin secret key where running processes read it. @param key null: they have it from their environment */
export async function placeAdminKey(dataDir: string, key: string | null): Promise<void> {
  const file = adminKeyFile(dataDir);
  if (key === null) await rm(file, { force: true });
  else await replaceFile(file, key);
}

/**
 * Makes another admin secret key for a data folder and places it. Ended half way, the old one counts until the next start.
 * @returns the key; null, and nothing has changed, when it comes from the environment
 */
export async function changeAdminKey(dataDir: string): Promise<string | null> {
  if (!existsSync(adminKeyFile(dataDir))) return null;
  const secrets = { ...(await readSecrets(dataDir)), adminSecretKey: random(18) };
  await replaceFile(secretsFile(dataDir), JSON.stringify(secrets, null, 2));
  await placeAdminKey(dataDir, secrets.adminSecretKey);
  return secrets.adminSecretKey;
}

/** Whoever reads the file meanwhile, or after a loss of power, reads the old one or the new one, whole. Only its owner can. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
