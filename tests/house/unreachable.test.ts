import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { code, importsOf, isTest, namesImportedBy, read, resolveImport, root } from '../../testing/house/tree.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The commands that package.json runs. */
const commands = Object.values(scripts).flatMap((script) => /begin\.mjs ([\w-]+)/.exec(script)?.[1] ?? []);

const commandOf = (file: string) => /^(?:infra|testing|bench)\/commands\/([\w-]+)\.ts$/.exec(file)?.[1];

/** Entry points: processes, commands, tests and the settings of tools. */
const isEntry = (file: string) =>
  isTest(file) ||
  commandOf(file) !== undefined ||
  /^(packages\/kit\/fix-kafkajs\.mjs|infra\/(begin\.mjs|deploy\/setup\.ts|mailbox\/main\.ts)|(services\/\w+|gateway|frontends\/server)\/main\.ts|services\/(auth\/(rotate-keys|manage-admins|manage-residents|manage-keys|verify-audit)|reports\/(rotate-link-key|erase-report|check-log))\.ts|testing\/setup\/\w+\.ts|vitest\.config\.ts)$/.test(
    file,
  ) ||
  /\/rspack\.config\.ts$|\.d\.ts$/.test(file) ||
  /^frontends\/\w+\/(main\.tsx|prerender\.tsx|pages\.ts)$/.test(file);

it('the folders of commands contain exactly the commands of package.json', () => {
  const present = code.flatMap((file) => commandOf(file) ?? []);
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
const usedElsewhere =
  /(^|\/)(rspack\.config|vitest\.config|(font|plain-text)-loader|one-bundle-runtime|.*\.d)\.ts$|^frontends\/\w+\/(pages\.ts|prerender\.tsx)$/;

/** Whether a file's export is imported by another file, also by way of one that exports it again. */
function findUses(): (file: string, name: string) => boolean {
  const imports = code.flatMap((from) =>
    namesImportedBy(from).flatMap(({ specifier, ...imported }) => {
      const target = resolveImport(from, specifier);
      return target === null || target === from ? [] : [{ from, target, ...imported }];
    }),
  );
  const found = new Map<string, Set<string>>(code.map((file) => [file, new Set()]));
  const add = (target: string, names: Iterable<string>) => {
    for (const name of names) found.get(target)?.add(name);
  };
  const passedOn = new Set(imports.flatMap(({ target, names }) => (names === null ? [target] : [])));
  for (const { target, names, isReexport } of imports) if (!isReexport) add(target, names ?? []);
  // As many rounds as files export again what another one exports again.
  for (let round = 0; round < 3; round += 1)
    for (const { from, target, isReexport } of imports) {
      if (!isReexport) continue;
      add(target, found.get(from) ?? []);
      if (passedOn.has(from)) passedOn.add(target);
    }
  const counts = new Map<string, number>();
  for (const file of code)
    for (const word of new Set(read(file).match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (file, name) => found.get(file)?.has(name) || (passedOn.has(file) && (counts.get(name) ?? 0) > 1);
}

it('every export is imported by another file', () => {
  const isUsed = findUses();
  const unused = code
    .filter((file) => !usedElsewhere.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm)]
        .filter(([, name = '']) => !isUsed(file, name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(unused).toEqual([]);
});
