import { readdirSync } from 'node:fs';
import { CommandError } from '../command.ts';
import type { ServiceName } from '../system.ts';
import type { DatabaseDump } from './manifest.ts';

export const migrationsFolder = (name: ServiceName) => new URL(`../../services/${name}/migrations/`, import.meta.url);
const kitFolder = new URL('../../packages/kit/migrations/', import.meta.url);

const namesIn = (folder: URL) =>
  readdirSync(folder)
    .map((file) => file.replace(/\.\w+$/, ''))
    .sort();

/** Refuses a backup whose schema this version cannot make: it needs the version that made it, or a newer one. */
export function demandKnown(name: ServiceName, { migrations }: DatabaseDump): void {
  for (const [ran, folder] of [
    [migrations.kit, kitFolder],
    [migrations.own, migrationsFolder(name)],
  ] as const) {
    const known = namesIn(folder);
    const strange = ran.find((migration, index) => known[index] !== migration);
    if (strange) {
      throw new CommandError(
        `The backup of ${name} has the migration ${strange}, which this version does not know there.`,
      );
    }
  }
}
