import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Licences (SPDX) that ask for no more than their notice, for the packages that the portal runs with. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
  // Of fonts, also of parts of them, that are not sold by themselves.
  'OFL-1.1',
];
/** Of packages that are used as they come, as files of their own: what was changed in them would have to be published. */
const unchanged = ['LGPL-3.0-or-later'];
/** Further ones of tools, which are not passed on. */
const ofTools = ['MPL-2.0', 'Unlicense', 'Python-2.0'];

interface LicensedPackage {
  /** Like `node_modules/pg`. */
  place: string;
  /** An expression of SPDX, or null where the package names none. */
  licence: string | null;
  /** Whether it is in no image: for development and tests only. */
  isTool: boolean;
}

interface Locked {
  license?: string;
  dev?: true;
  link?: true;
}
/** What a package.json of before 2015 has in place of `license`. */
interface Manifest {
  licenses?: { type: string }[];
}

/** Every package of the lockfile with its licence. @returns packages of npm, none of the project's own */
export function readLicences(): LicensedPackage[] {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, { license, dev }]) => ({ place, licence: license ?? readOldForm(place), isTool: dev === true }));
}

function readOldForm(place: string): string | null {
  try {
    const { licenses = [] } = JSON.parse(readFileSync(`${root}${place}/package.json`, 'utf8')) as Manifest;
    return licenses.map(({ type }) => type).join(' OR ') || null;
  } catch {
    return null; // An optional package that is not installed on this platform.
  }
}

/**
 * Whether the portal may use a package, as it does, under its licence: of `A OR B` one is enough, of `A AND B` both count. No package has
 * an expression with groups; one that came would be refused.
 */
export function isAllowed({ licence, isTool }: Pick<LicensedPackage, 'licence' | 'isTool'>): boolean {
  const allowed = [...permissive, ...unchanged, ...(isTool ? ofTools : [])];
  const names = (licence ?? '').replace(/^\(([^()]*)\)$/, '$1');
  const choices = /[()]/.test(names) ? [] : names.split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => allowed.includes(name)));
}
