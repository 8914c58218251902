import { services } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { code, importsOf, isTest, resolveImport } from '../../testing/house/tree.ts';

/**
 * The floors of the house, from the ground up: a room uses only rooms of the floors below it, and of its own floor none
 * but itself. So no two rooms can use each other.
 */
const floors: readonly (readonly string[])[] = [
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

/** What is stricter than the floors: of all rooms below, these rooms use no others. */
const only: readonly [room: RegExp, rooms: readonly string[]][] = [
  [/^packages\/(kit|web)$/, ['packages/contracts']],
  [/^(services\/.+|gateway|frontends\/server)$/, ['packages/contracts', 'packages/kit']],
  [/^frontends\/(shell|resident|admin|gallery)$/, ['packages/contracts', 'packages/web', 'frontends']],
];

const rooms = floors.flat();
const floorOf = (room: string) => floors.findIndex((floor) => floor.includes(room));
/** The room of a file: the longest folder among the rooms that holds it. */
const roomOf = (file: string) =>
  rooms.filter((room) => file.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0] ?? null;

/** Imports between files of this project, types included. */
const imports = code.flatMap((file) =>
  importsOf(file).flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier);
    return target === null ? [] : [{ file, line, specifier, target }];
  }),
);

it('every file of code lies in a room, but for the settings of tools', () => {
  expect(code.filter((file) => roomOf(file) === null && file !== 'vitest.config.ts')).toEqual([]);
});

it('tests holds tests, and what tests share is in testing', () => {
  expect(code.filter((file) => file.startsWith('tests/') && !isTest(file))).toEqual([]);
});

describe('who may import whom', () => {
  // A test beside what it tests may use what tests share, too.
  const usedBy = (file: string) => (isTest(file) ? 'tests' : roomOf(file));

  it('a room uses only rooms of the floors below', () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [usedBy(file), roomOf(target)];
      if (from === null || to === null || from === to || roomOf(file) === to) return [];
      return floorOf(to) < floorOf(from) ? [] : [`${file}:${line}: ${specifier}`];
    });
    expect(wrong).toEqual([]);
  });

  it('services, gateway and frontends use contracts and what they stand on, never each other', () => {
    const wrong = imports.flatMap(({ file, line, specifier, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
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
