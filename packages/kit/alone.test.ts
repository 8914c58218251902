import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['config', 'settings', 'html', 'problem'])(
  '@tma/kit/%s loads nothing but zod, Node and facts of the contracts',
  (name) => {
    const text = readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8');
    const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier);
    expect(
      imported.filter((specifier) => !/^(zod$|node:|@tma\/contracts\/|\.\/settings\.ts$)/.test(specifier ?? '')),
    ).toEqual([]);
  },
);
