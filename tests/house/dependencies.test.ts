import { expect, it } from 'vitest';
import { files, read } from '../../testing/house/tree.ts';

interface Locked {
  link?: true;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: true;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** The packages from npm, by their path, like `node_modules/a/node_modules/b`. */
const foreign = Object.entries(lock.packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('every package is locked by its hash, and comes from the registry', () => {
  const loose = foreign.filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || /git|file:/.test(resolved ?? ''),
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});

it('every version in a package.json is exact', () => {
  const loose = files
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Record<
        string,
        Record<string, string>
      >;
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name}@${version}`);
    });
  expect(loose).toEqual([]);
});

it('allowScripts lists exactly the packages that have an install script', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const having = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(having)].sort());
});
