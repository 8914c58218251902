import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { code, importsOf, isTest, read, resolveImport, root } from '../../testing/house/tree.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The commands that package.json runs. */
const commands = Object.values(scripts).flatMap((script) => /begin\.mjs ([\w-]+)/.exec(script)?.[1] ?? []);

/** Entry points: processes, commands, tests and the settings of tools. */
const isEntry = (file: string) =>
  isTest(file) ||
  commands.some((command) => file === `infra/commands/${command}.ts`) ||
  /^(infra\/(begin\.mjs|deploy\/setup\.ts|mailbox\/main\.ts)|(services\/\w+|gateway|frontends\/server)\/main\.ts|services\/(auth\/(rotate-keys|manage-admins|manage-keys)|reports\/rotate-link-key)\.ts|testing\/setup\/\w+\.ts|vitest\.config\.ts)$/.test(
    file,
  ) ||
  /\/rspack\.config\.ts$|\.d\.ts$/.test(file) ||
  /^frontends\/\w+\/(main\.tsx|prerender\.tsx|pages\.ts)$/.test(file);

it('infra/commands contains exactly the commands of package.json', () => {
  const present = code.flatMap((file) => /^infra\/commands\/([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
  expect(present.sort()).toEqual([...new Set(commands)].sort());
});

it('every file of code is imported from an entry point', () => {
  const reached = new Set<string>();
  const queue = code.filter(isEntry);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(root + file)) continue;
    for (const { specifier } of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (target) queue.push(target);
    }
    // Files that remotes expose and processes start are named by their path in a text.
    for (const [, path = ''] of read(file).matchAll(/['"]((?:\.\.?\/)?[\w./-]+\.(?:tsx?|mjs))['"]/g))
      queue.push(normalize(join(dirname(file), path)));
  }
  expect(code.filter((file) => !reached.has(file))).toEqual([]);
});

/** Files whose exports are used by something other than an import: tools, federation, module augmentation. */
const usedElsewhere = /(^|\/)(rspack\.config|vitest\.config|.*\.d)\.ts$/;

it('every export is named in another file', () => {
  const texts = new Map(code.map((file) => [file, read(file)]));
  /** How many files name a word. */
  const counts = new Map<string, number>();
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const unused = [...texts]
    .filter(([file]) => !usedElsewhere.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm)]
        .filter(([, name = '']) => counts.get(name) === 1)
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(unused).toEqual([]);
});
