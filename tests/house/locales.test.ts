import { directions, languages } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
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

const catalogues = files.filter((file) => file.endsWith('locales/en.json'));

// Missing texts are errors of the compiler.
it.each(catalogues)('every text of %s is shown somewhere', (file) => {
  const folder = file.replace(/locales\/en\.json$/, '');
  const known = code.filter((one) => one.startsWith(folder)).flatMap((one) => patterns(read(one)));
  const unused = keysOf(JSON.parse(read(file)) as Tree).filter((key) => !known.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});

it.each(languages)(
  'in %s the button of a password shows a part of what is read out, as it stands there',
  (language) => {
    const { ui } = JSON.parse(read(`packages/web/locales/${language}.json`)) as Record<'ui', Record<string, string>>;
    const { showPassword = '', showField = '', hidePassword = '', hideField = '' } = ui;
    expect(showField.split(showPassword)).toHaveLength(2);
    expect(hideField.split(hidePassword)).toHaveLength(2);
  },
);

const others = languages.filter((language) => language !== 'en');
const treeOf = (file: string) => JSON.parse(read(file)) as Tree;

describe.each(catalogues.flatMap((file) => others.map((language) => [language, file] as const)))(
  'in %s, beside %s',
  (language, file) => {
    const english = treeOf(file);
    // What English says as it is: the terms of the wire.
    const { terms: _, ...tree } = treeOf(file.replace('en.json', `${language}.json`));

    it('each text is there, and no other', () => {
      expect(keysOf(tree).sort()).toEqual(keysOf(english).sort());
    });

    it('each text has the places that are filled in', () => {
      const places = (one: Tree) => keysOf(one).map((key) => [key, placesIn(textAt(one, key)).sort()] as const);
      expect(Object.fromEntries(places(tree))).toEqual(Object.fromEntries(places(english)));
    });

    it.runIf(directions[language] === 'rtl')('a number in groups is kept together, as its groups change places', () => {
      const texts = keysOf(tree).map((key) => textAt(tree, key).replaceAll(/\u2066[^\u2069]*\u2069/g, ''));
      expect(texts.filter((text) => /\d \d/.test(text))).toEqual([]);
    });
  },
);

const placesIn = (text: string) => text.match(/\{\{\w+\}\}/g) ?? [];
const textAt = (tree: Tree, key: string) =>
  key.split('.').reduce<string | Tree>((at, part) => (at as Tree)[part] ?? '', tree) as string;
