import { type Service, services } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { code, importsOf, isTest, resolveImport, runtimeImports } from '../../testing/house/tree.ts';

/**
 * The folders inside a service. `core`, the lowest first, is what its subjects share; each core folder imports only from those
 * before it. A subject holds its routes, rules and store, and imports from the core, never from another subject. The root of the
 * service is above both: it composes them. Whatever is below one of these folders belongs to it.
 */
const subjects: Partial<Record<Service, { core: readonly string[]; subjects: readonly string[] }>> = {
  auth: {
    core: ['person', 'credentials'],
    subjects: ['accounts', 'sessions', 'links', 'staff', 'keys', 'tehsils', 'invites', 'tables', 'audit', 'phone'],
  },
  files: {
    core: ['storage', 'rendering'],
    subjects: ['uploads', 'pictures', 'documents', 'map', 'log'],
  },
  reports: {
    core: ['report'],
    subjects: [
      'submit',
      'change',
      'closures',
      'desk',
      'deadlines',
      'figures',
      'record',
      'public',
      'erasure',
      'nearby',
      'support',
      'duplicates',
      'log',
    ],
  },
  notify: { core: ['links', 'texts', 'queue'], subjects: ['channels', 'unsubscribe'] },
  open311: { core: ['access'], subjects: ['keys', 'georeport'] },
};

const foldersOf = (kind: 'core' | 'subjects') =>
  Object.entries(subjects).map(([service, inside]) => inside[kind].map((folder) => `services/${service}/${folder}`));
const cores = foldersOf('core');
/** The core folders of all services, by their place in their service: those of different services are in one layer. */
const coreLayers = Array.from({ length: Math.max(0, ...cores.map(({ length }) => length)) }, (_, place) =>
  cores.flatMap((folders) => folders[place] ?? []),
);

/**
 * The layers of the project, the lowest first: a folder imports only from folders of lower layers, and of its own layer from
 * itself alone. So no two folders can import each other.
 */
const layers: readonly (readonly string[])[] = [
  ['packages/contracts'],
  ['packages/kit', 'packages/web'],
  ...coreLayers,
  foldersOf('subjects').flat(),
  [...services.map((name) => `services/${name}`), 'gateway', 'frontends', 'frontends/server'],
  ['frontends/shell', 'frontends/resident', 'frontends/admin'],
  ['infra'],
  ['infra/access'],
  ['infra/processes', 'infra/deploy', 'infra/observability', 'infra/verify', 'infra/mailbox'],
  ['infra/backing', 'infra/build'],
  ['infra/run'],
  ['infra/seed', 'infra/backup'],
  ['infra/commands'],
  ['testing'],
  ['bench'],
  ['tests'],
];

/** Stricter rules: of all lower layers, these folders import from no others, beside those of their own service. */
const only: readonly [folder: RegExp, folders: readonly string[]][] = [
  [/^packages\/(kit|web)$/, ['packages/contracts']],
  [/^(services\/.+|gateway|frontends\/server)$/, ['packages/contracts', 'packages/kit']],
  [/^frontends\/(shell|resident|admin)$/, ['packages/contracts', 'packages/web', 'frontends']],
];

const folders = layers.flat();
const serviceOf = (folder: string) => /^services\/\w+/.exec(folder)?.[0] ?? null;
const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder));
/** The folder of a file: the longest one above that contains it. */
const folderOf = (file: string) =>
  folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? null;

/** Whether a file imports no more than the types of its service's settings, which every folder of the service may read. */
const isTypeOfSettings = ({ file, specifier, target }: { file: string; specifier: string; target: string }) =>
  target === `${serviceOf(file)}/config.ts` && !runtimeImports(file).includes(specifier);

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

  it("a folder imports only from lower layers, and the types of its service's settings", () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [importerOf(file), folderOf(target)];
      if (from === null || to === null || from === to || folderOf(file) === to) return [];
      if (isTypeOfSettings({ file, specifier, target })) return [];
      return layerOf(to) < layerOf(from) ? [] : [`${file}:${line}: ${specifier}`];
    });
    expect(wrong).toEqual([]);
  });

  it('services, gateway and frontends import contracts and kit or web, never each other', () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      const may = only.find(([pattern]) => from !== null && pattern.test(from))?.[1];
      if (!may || isTest(file) || from === null || to === null || to === from || may.includes(to)) return [];
      return serviceOf(from) !== null && serviceOf(from) === serviceOf(to) ? [] : [`${file}:${line}: ${specifier}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(subjects))(
    '%s has the folders of its subjects, and a root that only composes',
    (service, inside) => {
      const own = code.flatMap((file) => (file.startsWith(`services/${service}/`) ? [file.split('/').slice(2)] : []));
      const found = own.flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : []));
      expect([...new Set(found)].sort()).toEqual([...inside.core, ...inside.subjects, 'testing'].sort());
      expect(own.filter(([file = '', ...rest]) => rest.length === 0 && /\.(store|route)\.ts$/.test(file))).toEqual([]);
    },
  );

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
