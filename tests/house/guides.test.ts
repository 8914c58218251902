/** The guides are true: what they name exists, and what they quote is on a page. */
import { adminFilters, issues, services, statuses } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { files, read } from '../../testing/house/tree.ts';

const guides = files.filter((file) =>
  /^(README|SECURITY|CONTRIBUTING|CHANGELOG|docs\/.+|packages\/kit\/README)\.md$/.test(file),
);
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const ignored = read('.gitignore').split('\n').filter(Boolean);
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const texts = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** The texts between backticks and in indented commands. */
const codeOf = (text: string) => [...texts(/`([^`\n]+)`/g, text), ...texts(/^ {4}(.+)$/gm, text)].join('\n');

const exists = (path: string) =>
  files.includes(path) ||
  files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`)) ||
  ignored.includes(path) ||
  ignored.includes(`${path}/`);

/** Whether a path of a guide exists. `a/{b,c}.ts` is two paths, `*` a part of a name; of placeholders (`NNN`, `<name>`) the folder. */
function matches(path: string): boolean {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  if (choices !== undefined) return choices.split(',').every((choice) => matches(before + choice + after));
  if (/NNN|</.test(path)) return exists(path.replace(/\/[^/]*(NNN|<).*$/, ''));
  if (!path.includes('*')) return exists(path);
  const pattern = new RegExp(`^${path.split('*').map(escaped).join('[^/]*')}(/|$)`);
  return files.some((file) => pattern.test(file));
}

/** The addresses of a text's headings, as they are written in a link. */
const anchorsOf = (text: string) =>
  texts(/^#+ (.+)$/gm, text).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(guides)('%s', (guide) => {
  const text = read(guide);
  const code = codeOf(text);

  it('links only to what exists', () => {
    const targets = texts(/\]\(([^)\s]+)\)/g, text).filter((target) => !/^https?:/.test(target));
    const wrong = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? guide : new URL(path, `file:///${guide}`).pathname.slice(1);
      return !exists(file) || (anchor !== undefined && !anchorsOf(read(file)).includes(anchor));
    });
    expect(wrong).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = texts(
      /(?<![\w/.:-])((?:packages|services|gateway|frontends|infra|testing|tests|bench|docs)\/[\w./*{},<>-]+)/g,
      code,
    );
    expect(named.filter((path) => !matches(path.replace(/[.,]$/, '')))).toEqual([]);
  });

  it('names only commands that exist', () => {
    expect(texts(/npm run (?:-s )?([\w:-]+)/g, code).filter((script) => !scripts.includes(script))).toEqual([]);
  });

  it('names only settings that are read somewhere', () => {
    const settings = new Set(texts(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g, code));
    expect([...settings].filter((name) => !sources.includes(name))).toEqual([]);
  });
});

it('where the manual stops the services, or counts their databases, groups and passwords, it forgets none', () => {
  const text = read('docs/operator.md');
  const lists = [
    ...texts(/compose\.yaml stop (.+)$/gm, text),
    ...texts(/for name in (.+); do$/gm, text),
    ...texts(/read on the groups ([^;]+);/g, text),
    ...texts(/\(`(AUTH_KAFKA_PASSWORD`, [^)]+)\)/g, text),
  ].map((list) => list.toLowerCase());
  expect(lists).toHaveLength(4);
  expect(lists.filter((list) => !services.every((name) => list.includes(name)))).toEqual([]);
});

it('every picture is in a guide', () => {
  const all = guides.map(read).join('\n');
  const pictures = files.filter((file) => file.startsWith('docs/pictures/'));
  expect(pictures.filter((file) => !all.includes(file.replace('docs/', '')))).toEqual([]);
});

/** All code and settings. */
const sources = files
  .filter((file) => /\.(ts|tsx|mjs|ya?ml|sh)$|Dockerfile$/.test(file) && file !== 'tests/house/guides.test.ts')
  .map(read)
  .join('\n');

/** Every text that the pages and mails show; what is filled in may be anything. */
const shown = [
  ...files.filter((file) => file.endsWith('locales/en.json')).flatMap((file) => texts(/: "(.+)",?$/gm, read(file))),
  ...texts(/'([^'\n]+)'/g, read('services/notify/texts/en.ts')),
  ...adminFilters.map(({ label }) => label),
  ...[...statuses, ...issues].map(({ name }) => name),
].map(
  (text) =>
    new RegExp(
      `^${text
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.+')}$`,
    ),
);

it.each(['docs/resident.md', 'docs/administrator.md'])('what is bold in %s is on a page in the same words', (guide) => {
  const bold = texts(/\*\*([^*]+)\*\*/g, read(guide)).map((text) => text.replaceAll('\n', ' '));
  expect(bold.length).toBeGreaterThan(20);
  expect(bold.filter((text) => !shown.some((pattern) => pattern.test(text)))).toEqual([]);
});
