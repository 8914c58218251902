import { describe, expect, it } from 'vitest';
import { code, files, importsOf, isTest, linesWith, placesOf } from './tree.ts';

/** A room of the house: the folder whose code belongs together. */
const roomOf = (file: string) =>
  /^(packages|services|frontends)\/[^/]+(?=\/)/.exec(file)?.[0] ??
  /^(gateway|infra|tests|bench|frontends)/.exec(file)?.[0] ??
  'root';

const rooms: Record<string, string> = {
  '@tma/contracts': 'packages/contracts',
  '@tma/kit': 'packages/kit',
  '@tma/web': 'packages/web',
  '@tma/infra': 'infra',
  '@tma/auth': 'services/auth',
  '@tma/reports': 'services/reports',
  '@tma/files': 'services/files',
  '@tma/notify': 'services/notify',
  '@tma/gateway': 'gateway',
};

/** Whose code each room may use, beside its own. infra, tests, bench and the root see everything. */
const allowed: [room: RegExp, may: string[]][] = [
  [/^packages\/contracts$/, []],
  [/^packages\/kit$/, ['packages/contracts']],
  [/^packages\/web$/, ['packages/contracts']],
  [/^(services\/.+|gateway)$/, ['packages/contracts', 'packages/kit']],
  [/^frontends\/.+$/, ['packages/contracts', 'packages/web']],
];

function targetRoom(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return roomOf(new URL(specifier, `file:///${file}`).pathname.slice(1));
  const name = specifier.split('/').slice(0, 2).join('/');
  return specifier.startsWith('@tma/') ? (rooms[name] ?? name) : null;
}

describe('who may import whom', () => {
  it('contracts <- kit <- services, gateway; contracts <- web <- frontends; nobody sees infra or tests', () => {
    const wrong = code.flatMap((file) => {
      const room = roomOf(file);
      const may = allowed.find(([pattern]) => pattern.test(room))?.[1];
      if (!may) return [];
      return importsOf(file).flatMap(({ specifier, line }) => {
        const target = targetRoom(file, specifier);
        const shared = room.startsWith('frontends/') && target === 'frontends';
        return target === null || target === room || shared || may.includes(target)
          ? []
          : [`${file}:${line}: ${specifier}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('only kit/kafka knows kafkajs', () => {
    const others = code.filter((file) => !file.startsWith('packages/kit/kafka/') && !file.startsWith('tests/house'));
    expect(linesWith(/from ['"]kafkajs['"]/, others)).toEqual([]);
  });

  it('contracts stand on zod alone', () => {
    const wrong = code
      .filter((file) => file.startsWith('packages/contracts/') && !isTest(file))
      .flatMap((file) => importsOf(file).filter(({ specifier }) => specifier !== 'zod' && !/^\.\.?\//.test(specifier)));
    expect(wrong).toEqual([]);
  });
});

describe('what stands in one place only', () => {
  const own = code.filter((file) => !file.startsWith('tests/house'));

  it('the environment is read in config files', () => {
    const others = own.filter((file) => !/(^|\/)(\w+\.)?config\.ts$/.test(file) && file !== 'infra/begin.mjs');
    const wrong = linesWith(/process\.env\b/, others).filter((line) => !allowedEnvironment.test(line));
    expect(wrong).toEqual([]);
  });

  it('SQL is written in stores and migrations', () => {
    const others = own.filter(
      (file) =>
        !/store\.ts$/.test(file) && !isTest(file) && !/^(infra|bench|packages\/kit\/(db|service|testing))/.test(file),
    );
    // A statement begins a quoted text, whatever its letter case, on one line or several.
    const statement = /[`'"]\s*(select\s[^`'"]*?\bfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b/gi;
    expect(placesOf(statement, others)).toEqual([]);
  });

  it('the hosts of package registries are named nowhere', () => {
    const texts = files.filter((file) => !/\.(png|jpg|webp|woff2|ico)$/.test(file) && !file.startsWith('tests/house'));
    expect(linesWith(/registry\.npmjs|repo1?\.maven|pypi\.org|deb\.debian/, texts)).toEqual([]);
  });
});

/** A child's environment is this one's and more; the browser's is changed while it is unpacked. */
const allowedEnvironment = /^tests\/browser\.ts|\.\.\.process\.env/;
