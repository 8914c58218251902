import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { code, files, importsOf, isTest, read, root } from './tree.ts';

/** Where running begins: processes, commands, tests and the settings of tools. */
const begins = (file: string) =>
  isTest(file) ||
  /^(infra\/[\w-]+\.(ts|mjs)|bench\/[\w-]+\.ts|(services\/\w+|gateway)\/main\.ts|services\/auth\/rotate-keys\.ts|vitest\.config\.ts)$/.test(
    file,
  ) ||
  /\/rspack\.config\.ts$|\.d\.ts$/.test(file) ||
  /^frontends\/\w+\/(main\.tsx|prerender\.tsx|pages\.ts)$/.test(file);

const packages = new Map(
  files
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .map((file) => {
      const { name, exports } = JSON.parse(read(file)) as { name: string; exports?: Record<string, string> };
      return [name, { folder: dirname(file), exports: exports ?? {} }] as const;
    }),
);

/** The file of this project that an import means, if it means one. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [, name = '', path] = /^(@tma\/[\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const target = packages.get(name);
  if (!target) return null;
  if (!path) return join(target.folder, target.exports['.'] ?? '');
  const guesses = [path, `${path}.ts`, `${path}.tsx`, target.exports[`./${path}`] ?? ''];
  const found = guesses
    .map((guess) => join(target.folder, guess))
    .find((guess) => existsSync(root + guess) && /\.\w+$/.test(guess));
  return found ?? null;
}

it('every file of code is reached from where something begins', () => {
  const reached = new Set<string>();
  const queue = code.filter(begins);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(root + file)) continue;
    for (const { specifier } of importsOf(file)) {
      const target = resolve(file, specifier);
      if (target) queue.push(target);
    }
    // Remotes name what they expose, and processes what they start, as paths in text.
    for (const [, path = ''] of read(file).matchAll(/['"](\.\/[\w./-]+\.tsx?)['"]/g))
      queue.push(normalize(join(dirname(file), path)));
  }
  expect(code.filter((file) => !reached.has(file))).toEqual([]);
});
