import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every file of the project that git knows or would take, as paths from its root. */
export const files: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(`${root}${file}`));

export const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

export const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
export const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

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
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;
  const text = read(file);
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
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
