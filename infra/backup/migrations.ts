import { readdirSync } from 'node:fs';
import type { Service } from '@tma/contracts';
import { CommandError } from '../command.ts';

import type { DatabaseDump } from './manifest.ts';

export const migrationsFolder = (name: Service) => new URL(`../../services/${name}/migrations/`, import.meta.url);
const kitFolder = new URL('../../packages/kit/migrations/', import.meta.url);

const namesIn = (folder: URL) =>
  readdirSync(folder)
    .map((file) => file.replace(/\.\w+$/, ''))
    .sort();

/**
 * Throws `CommandError` when this version cannot create the schema of a backup: that takes the version that made the backup,
 * or a newer one.
 */
export function requireKnownMigrations(name: Service, { migrations }: DatabaseDump): void {
  for (const [ran, folder] of [
    [migrations.kit, kitFolder],
    [migrations.own, migrationsFolder(name)],
  ] as const) {
    const known = namesIn(folder);
    const unknown = ran.find((migration, index) => known[index] !== migration);
    if (unknown) {
      throw new CommandError(
        `The backup of ${name} has the migration ${unknown}, which this version does not know there.`,
      );
    }
  }
}
