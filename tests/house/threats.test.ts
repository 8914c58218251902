/** The threat model and the list of ASVS are true as far as this can be looked at: they name tests by their titles, which are there. */
import { expect, it } from 'vitest';
import { files, isTest, read } from '../../testing/house/tree.ts';

const model = read('docs/threat-model.md');
const [, table = ''] = model.split('## What is tried, and what stops it');
/** Lines of the table: what is tried, what stops it, where it is tried. */
const threats = (table.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .map(([threat = '', , where = '', ...more]) => ({ threat, where, more }));

/** The paths between backticks: a name alone is a file of tests/guards, `a/{b,c}` is two. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('npm '));
  return named.flatMap((name) => {
    if (!name.includes('/')) return [`tests/guards/${name}.test.ts`];
    const [, before = '', choices, after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(name) ?? [];
    return choices === undefined ? [name] : choices.split(',').map((choice) => before + choice + after);
  });
}

it('each threat has three columns, and names tests that exist', () => {
  expect(threats.length).toBeGreaterThan(40);
  const missing = threats.flatMap(({ threat, where, more }) => {
    const paths = pathsIn(where);
    const wrong = paths.filter((path) => !files.includes(path) || !isTest(path));
    return paths.length === 0 || wrong.length > 0 || more.length > 0 ? [[threat, ...wrong]] : [];
  });
  expect(missing.filter(([, ...wrong]) => wrong.join() !== 'testing/setup/system.ts')).toEqual([]);
});

/** The tests that are named by their titles: `file` "title", "another". */
function titledIn(text: string): { name: string; path: string; title: string }[] {
  return [...text.matchAll(/`([^`]+)` ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(([, name = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      pathsIn(`\`${name}\``).map((path) => ({ name, path, title })),
    ),
  );
}

/** The tests that a text names by their paths: other names stand there, too. */
const testsIn = (text: string): string[] =>
  [...text.matchAll(/`[^`\s]+\/[^`\s]+`/g)]
    .flatMap(([path]) => pathsIn(path))
    .filter((path) => path.endsWith('.test.ts'));

/** Whether a file has a test of this title: the first argument of `it(…)`, `it.each(…)(…)` and the like. */
function hasTest(path: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return files.includes(path) && new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${escaped}\\1,`).test(read(path));
}

it('each threat names a test by its title, which stands in that file', () => {
  const wrong = threats.flatMap(({ threat, where }) => {
    const titled = titledIn(where);
    if (titled.length === 0) return [`${threat}: no title`];
    return titled.filter(({ path, title }) => !hasTest(path, title)).map(({ name, title }) => `${name} "${title}"`);
  });
  expect(wrong).toEqual([]);
});

it('each requirement of ASVS that is met names a test by its title, and all that its list names are there', () => {
  const rows = read('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  const wrong = rows.flatMap((row) => {
    const [requirement, state, where = ''] = row.split(' | ');
    const titled = titledIn(where);
    const gone = testsIn(where).filter((path) => !files.includes(path));
    const unknown = titled
      .filter(({ path, title }) => !hasTest(path, title))
      .map(({ path, title }) => `${path} "${title}"`);
    return [
      ...(state === 'met' && testsIn(where).length === 0 ? [`${requirement}: no test`] : []),
      ...(state === 'met' && titled.length === 0 ? [`${requirement}: no title`] : []),
      ...gone,
      ...unknown,
    ];
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it('every attack that is a test is in it', () => {
  const named = new Set(threats.flatMap(({ where }) => pathsIn(where)));
  const attacks = files.filter((file) => file.startsWith('tests/guards/') && isTest(file));
  expect(attacks.filter((file) => !named.has(file))).toEqual([]);
});
