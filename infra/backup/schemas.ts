import type { Service } from '@tma/contracts';
import { kitSchema, numberedFiles } from '@tma/kit';
import { CommandError } from '../command.ts';
import type { DatabaseDump } from './manifest.ts';

export const schemaFolder = (name: Service) => new URL(`../../services/${name}/schema/`, import.meta.url);

/**
 * Throws `CommandError` when this version cannot create the schema of a backup: that takes the version that made the backup,
 * or a newer one.
 */
export function requireKnownMigrations(name: Service, { migrations }: DatabaseDump): void {
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
