import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../system.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** The secrets of a data folder: made once, kept in a file that only its owner reads. ADMIN_SECRET_KEY goes before. */
export async function keepSecrets(dataDir: string, adminSecretKey?: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const made: Secrets = {
      adminSecretKey: random(18),
      signingKeySecret: random(32),
      unsubscribeSecret: random(32),
      databasePassword: random(18),
    };
    await writeFile(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  const kept = JSON.parse(await readFile(file, 'utf8')) as Secrets;
  return { ...kept, adminSecretKey: adminSecretKey ?? kept.adminSecretKey };
}
