import { expect, it } from 'vitest';
import { code, isForTests, placesOf } from '../../testing/house/tree.ts';

/** The code of what is shown in a browser. */
const shown = code.filter(
  (file) => /^(frontends\/(shell|resident|admin)|packages\/web)\//.test(file) && !isForTests(file),
);
/** Elsewhere an angle is one of a type. */
const drawn = shown.filter((file) => file.endsWith('.tsx'));

/** Where a text stands in the code, which the catalogues in the folders `locales` ought to have. */
const patterns: Readonly<Record<string, RegExp>> = {
  'between tags': /(?<!=)>[^<>{}=();&|]*\p{L}[^<>{}=();&|]*<\/?(?=[\w>])/gu,
  'between tags as a string': /(?<![=(,:?]\s*)\{\s*(['"`])(?:(?!\1)[^\n])*\p{L}(?:(?!\1)[^\n])*\1\s*\}/gu,
  'as an attribute':
    /\b(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|alt|placeholder|label|hint)=(?:"[^"]*\p{L}|\{\s*['"`][^'"`]*\p{L})/gu,
  'as a property':
    /\b(?:title|label|hint|text|words|message|placeholder): (?:\(\) => )?(?:['"`][A-Z]|'[^'\n]* |"[^"\n]* )/g,
  'as a title': /document\.title = ['"`]/g,
  'in a window of the browser': /\b(?:alert|confirm|prompt)\(['"`]/g,
  'as a list in English': /\.join\(', '\)/g,
  'kept in the language in which it was made': /\b(?:set[A-Z]\w*|useState|messageState)\((?:[^()\n]*, )?t\(/g,
  'from the server': /\bt\((['"`])[\w.${}]+\1, \{[^}]*\w\.(?:message|detail)\b/g,
};

it.each(Object.entries(patterns))('no text stands %s', (name, pattern) => {
  expect(placesOf(pattern, name === 'between tags' ? drawn : shown)).toEqual([]);
});

it.each([
  ['between tags', '<p>Nothing here.</p>'],
  ['between tags', '<p>\n  Nothing here.\n  <br />'],
  ['between tags as a string', "<p>{'Nothing'}</p>"],
  ['between tags as a string', '<p>\n  {`Nothing`}\n</p>'],
  ['as an attribute', '<img alt="A street" />'],
  ['as an attribute', "<ul aria-label={'Reports'}>"],
  ['as a property', "{ tone: 'error', text: 'Not saved.' }"],
  ['as a property', "{ name, words: () => 'It is missing' }"],
  ['as a title', "document.title = 'Figures'"],
  ['in a window of the browser', "confirm('Really?')"],
  ['as a list in English', "names.join(', ')"],
  ['kept in the language in which it was made', "setFailure(t('errors.failed'))"],
  ['kept in the language in which it was made', "messageState('error', t('errors.failed'))"],
  ['from the server', "t('errors.failed', { message: error.message })"],
])('a text %s is found: %s', (kind, text) => {
  expect(text).toMatch(patterns[kind] ?? '');
});

it.each([
  ['between tags', '<p>{t("a.b")}</p>'],
  ['between tags', 'useState<string>(null); const known = new Map<string, number>()'],
  ['between tags', 'const isBelow = (count: number) => count < 3'],
  ['between tags as a string', "<p>\n  {t('history.failed')}{' '}\n"],
  ['between tags as a string', "import type { X } from 'y'; const a = { name: 'b' }"],
  ['as an attribute', '<input name="label" aria-describedby={id} label={t("a.b")} />'],
  ['as a property', "{ message: 'signUp.success', title: titleOf(name) }"],
  ['kept in the language in which it was made', "setFailure(() => t('errors.failed'))"],
  ['from the server', "t('errors.failed', { message: serverText(error) })"],
])('what is no text %s is not taken for one: %s', (kind, text) => {
  expect(text).not.toMatch(patterns[kind] ?? '');
});
