import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every file of the project, as paths from its root: those that git tracks or would add; without git, those that .gitignore does not name. */
export const files: readonly string[] = existsSync(`${root}.git`) ? fromGit() : fromDisk('');

function fromGit(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(`${root}${file}`));
}

/** The lines of .gitignore are plain names here: folders, paths of folders and `*.log`. */
function fromDisk(folder: string): string[] {
  const ignored = readFileSync(`${root}.gitignore`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/\/$/, ''));
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (ignored.includes(entry.name) || ignored.includes(path) || entry.name.endsWith('.log')) return [];
    return entry.isDirectory() ? fromDisk(`${path}/`) : [path];
  });
}

export const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

export const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
export const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** Tests and their helpers. */
export const isForTests = (file: string) => isTest(file) || /(^|\/)testing[/.]/.test(file);

/** The lines of files that match, as `file:line: text`, so that a failing test shows where to look. */
export function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((text, index) => (pattern.test(text) ? [`${file}:${index + 1}: ${text.trim()}`] : [])),
  );
}

/** What a file imports: specifiers of import and export declarations and of dynamic imports. */
export function importsOf(file: string): { specifier: string; line: number }[] {
  // A `from` elsewhere is SQL, or a word of a text.
  const pattern = /(?:^(?:import|export|\})[^'"\n]*\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/gm;
  const text = read(file);
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}

interface Imported {
  specifier: string;
  names: ReadonlySet<string> | null;
  /** Whether it only exports again what it names. */
  isReexport: boolean;
}

/**
 * The names that a file imports from each specifier. Of a module that is imported as `* as` every word of the file may be one;
 * one that is imported by `import()` or by its path in a text may be passed on: its names are `null`.
 */
export function namesImportedBy(file: string): Imported[] {
  const text = read(file);
  const words = new Set(text.match(/\w+/g));
  const byName = [...text.matchAll(/^(import|export)\s+([^'";]*?)\s+from\s*['"]([^'"]+)['"]/gm)];
  const whole = [...text.matchAll(/['"]((?:\.\.?\/|@tma\/)[^'"\n]+)['"]/g)].filter(
    ({ index }) => !/\bfrom\s*$/.test(text.slice(0, index)),
  );
  return [
    ...byName.map(([, keyword, clause = '', specifier = '']) => ({
      specifier,
      names: clause.includes('*') ? words : new Set(clause.match(/\w+/g)),
      isReexport: keyword === 'export',
    })),
    ...whole.map(([, specifier = '']) => ({ specifier, names: null, isReexport: false })),
  ];
}

/** The same for a pattern that may run over lines: the line where each match begins. */
export function placesOf(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(pattern)].map(
      (match) => `${file}:${text.slice(0, match.index).split('\n').length}: ${match[0].slice(0, 80)}`,
    );
  });
}

/** The packages of this project by name: their folders, and what their package.json exports. */
const packages = new Map(
  files
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .map((file) => {
      const { name, exports } = JSON.parse(read(file)) as { name: string; exports?: Record<string, string> };
      return [name, { folder: dirname(file), exports: exports ?? {} }] as const;
    }),
);

/** The file of this project that an import refers to; null for a package from npm. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [, name = '', path] = /^(@tma\/[\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const target = packages.get(name);
  if (!target) return null;
  if (!path) return join(target.folder, target.exports['.'] ?? '');
  const candidates = [path, `${path}.ts`, `${path}.tsx`, target.exports[`./${path}`] ?? ''];
  return (
    candidates.map((candidate) => join(target.folder, candidate)).find((candidate) => code.includes(candidate)) ?? null
  );
}

/** The code of this project that runs when these files are run: what they import, types aside, and what that imports. */
export function reached(...begins: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = [...begins];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || !code.includes(file)) continue;
    found.add(file);
    queue.push(...runtimeImports(file).flatMap((specifier) => resolveImport(file, specifier) ?? []));
  }
  return [...found];
}

/** What a file imports when it is run. */
export function runtimeImports(file: string): string[] {
  const lines = read(file).split('\n');
  return importsOf(file).flatMap(({ specifier, line }) =>
    /^\s*(import|export) type /.test(lines[line - 1] ?? '') ? [] : [specifier],
  );
}
