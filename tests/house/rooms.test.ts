import { services } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { code, importsOf, isTest, resolveImport } from '../../testing/house/tree.ts';

/**
 * The layers of the project, the lowest first: a folder imports only from folders of lower layers, and of its own layer from
 * itself alone. So no two folders can import each other.
 */
const layers: readonly (readonly string[])[] = [
  ['packages/contracts'],
  ['packages/kit', 'packages/web'],
  [...services.map((name) => `services/${name}`), 'gateway', 'frontends', 'frontends/server'],
  ['frontends/shell', 'frontends/resident', 'frontends/admin', 'frontends/gallery'],
  ['infra'],
  ['infra/processes', 'infra/deploy', 'infra/observability', 'infra/verify', 'infra/mailbox'],
  ['infra/backing', 'infra/build'],
  ['infra/run'],
  ['infra/seed', 'infra/backup'],
  ['testing'],
  ['infra/screenshots', 'bench'],
  ['infra/commands', 'tests'],
];

/** Stricter rules: of all lower layers, these folders import from no others. */
const only: readonly [folder: RegExp, folders: readonly string[]][] = [
  [/^packages\/(kit|web)$/, ['packages/contracts']],
  [/^(services\/.+|gateway|frontends\/server)$/, ['packages/contracts', 'packages/kit']],
  [/^frontends\/(shell|resident|admin|gallery)$/, ['packages/contracts', 'packages/web', 'frontends']],
];

const folders = layers.flat();
const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder));
/** The folder of a file: the longest one above that contains it. */
const folderOf = (file: string) =>
  folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? null;

/** Imports between files of this project, types included. */
const imports = code.flatMap((file) =>
  importsOf(file).flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier);
    return target === null ? [] : [{ file, line, specifier, target }];
  }),
);

it('every file of code is in a folder of a layer, except for the settings of tools', () => {
  expect(code.filter((file) => folderOf(file) === null && file !== 'vitest.config.ts')).toEqual([]);
});

it('tests/ contains only tests; their helpers are in testing/', () => {
  expect(code.filter((file) => file.startsWith('tests/') && !isTest(file))).toEqual([]);
});

describe('who may import whom', () => {
  // A test beside the code that it tests may import helpers of tests, too.
  const importerOf = (file: string) => (isTest(file) ? 'tests' : folderOf(file));

  it('a folder imports only from lower layers', () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [importerOf(file), folderOf(target)];
      if (from === null || to === null || from === to || folderOf(file) === to) return [];
      return layerOf(to) < layerOf(from) ? [] : [`${file}:${line}: ${specifier}`];
    });
    expect(wrong).toEqual([]);
  });

  it('services, gateway and frontends import contracts and kit or web, never each other', () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      const may = only.find(([pattern]) => from !== null && pattern.test(from))?.[1];
      return !may || isTest(file) || to === null || to === from || may.includes(to)
        ? []
        : [`${file}:${line}: ${specifier}`];
    });
    expect(wrong).toEqual([]);
  });

  it('no test is imported', () => {
    expect(imports.filter(({ target }) => isTest(target)).map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });
});

it('no files import each other in a circle, by value or by type', () => {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const done = new Set<string>();
  const path: string[] = [];
  const circles: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const { target } of targets.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of code) visit(file);
  expect(circles).toEqual([]);
});
