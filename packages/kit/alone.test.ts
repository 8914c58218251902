import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['config', 'html', 'problem'])('@tma/kit/%s loads nothing but zod and Node', (name) => {
  const text = readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier);
  expect(imported.filter((specifier) => specifier !== 'zod' && !specifier?.startsWith('node:'))).toEqual([]);
});
