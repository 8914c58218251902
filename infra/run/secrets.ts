import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../system.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * The secrets of a data folder, created with the first call, in a file that only its owner can read.
 * @param adminSecretKey overrides the stored one
 */
export async function readSecrets(dataDir: string, adminSecretKey?: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const created: Secrets = {
      adminSecretKey: random(18),
      signingKeySecret: random(32),
      unsubscribeSecret: random(32),
      databasePassword: random(18),
    };
    await writeFile(`${file}.new`, JSON.stringify(created, null, 2), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  const stored = JSON.parse(await readFile(file, 'utf8')) as Secrets;
  return { ...stored, adminSecretKey: adminSecretKey ?? stored.adminSecretKey };
}
