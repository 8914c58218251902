import { expect, it } from 'vitest';
import { baseImages, edgeImage, scannerImage } from '../../infra/base-images.ts';
import { isAllowed, readLicences } from '../../infra/verify/licences.ts';
import { code, files, reached, read, runtimeImports } from '../../testing/house/tree.ts';

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

it('all packages have the version of the portal, which CHANGELOG.md describes', () => {
  const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file));
  const versions = manifests.map((file) => (JSON.parse(read(file)) as { version: string }).version);
  const released = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
  expect([...new Set(versions)]).toEqual([released[0]]);
});

it('allowScripts lists exactly the packages that have an install script', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const having = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(having)].sort());
});

it('every package may be used under its licence', () => {
  const packages = readLicences();
  expect(packages.length).toBe(foreign.length);
  expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
});

it.each([
  ['MIT', false, true],
  ['(MIT AND Zlib)', false, true],
  ['GPL-3.0-only OR MIT', false, true],
  ['MIT AND GPL-3.0-only', false, false],
  ['(ISC OR MIT OR Apache-2.0) AND GPL-3.0-only', false, false],
  ['MPL-2.0', true, true],
  ['MPL-2.0', false, false],
  [null, true, false],
])('the licence %s, of a tool: %s, is allowed: %s', (licence, isTool, allowed) => {
  expect(isAllowed({ licence, isTool })).toBe(allowed);
});

it('the images of others are known by version and digest', () => {
  for (const image of Object.values(baseImages))
    expect(image).toMatch(/^[\w/]+:\d+(\.\d+){1,2}[\w-]*@sha256:[0-9a-f]{64}$/);
  expect(edgeImage).toMatch(/^caddy:\d+\.\d+\.\d+/);
  expect(scannerImage).toMatch(/^clamav\/clamav:\d+\.\d+/);
});

/** The commands that infra/begin.mjs runs only with every package installed, and the rooms that it installs for the others. */
const [, complete = '', rooms = ''] =
  /^const complete = \[(.*)\];\nconst portal = \[(.*?)\]/m.exec(read('infra/begin.mjs')) ?? [];
/** What a file names by its place, as the checks name their programs. */
const programsOf = (file: string) => [...read(file).matchAll(/'node_modules\/([^'.]+)/g)].map(([, path = '']) => path);
const inRooms = (file: string) => rooms.includes(`'${file.split('/')[0]}'`);

it('what the portal and its commands import is installed before the first start', () => {
  const installed = files
    .filter((file) => /(^|\/)package\.json$/.test(file) && inRooms(file))
    .flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, object>;
      return Object.keys({ ...dependencies, ...devDependencies });
    });
  const begins = code.filter((file) => {
    const [, command] = /^infra\/commands\/([\w-]+)\.ts$/.exec(file) ?? [];
    return command ? !complete.includes(`'${command}'`) : inRooms(file) && /(^|\/)main\.tsx?$/.test(file);
  });
  const missing = reached(...begins).flatMap((file) =>
    [...runtimeImports(file), ...programsOf(file)]
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !/^(\.|node:|@tma\/)/.test(name) && !installed.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(begins.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
