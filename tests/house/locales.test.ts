import { expect, it } from 'vitest';
import { code, files, read } from '../../testing/house/tree.ts';

type Tree = { [key: string]: string | Tree };

const keysOf = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

/** Every quoted text of the code as a pattern, in which `${…}` matches one name. */
function patterns(text: string): RegExp[] {
  const quoted = [...text.matchAll(/'([\w.]+)'|`([\w.${}[\]]+)`/g)].map((match) => match[1] ?? match[2] ?? '');
  return quoted.map((one) => new RegExp(`^${one.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`));
}

// Missing texts are errors of the compiler.
it.each(files.filter((file) => file.endsWith('locales/en.json')))('every text of %s is shown somewhere', (file) => {
  const folder = file.replace(/locales\/en\.json$/, '');
  const known = code.filter((one) => one.startsWith(folder)).flatMap((one) => patterns(read(one)));
  const unused = keysOf(JSON.parse(read(file)) as Tree).filter((key) => !known.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});
