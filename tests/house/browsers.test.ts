import { expect, it } from 'vitest';
import { files, isForTests, reached, read } from '../../testing/house/tree.ts';

const ours = files.filter((file) => /^(frontends\/(shell|resident|admin)|packages\/web)\//.test(file));
/** What pages and their workers load, also of the contracts; not what builds them. */
const scripts = reached(
  ...ours.filter(
    (file) => /\.tsx?$/.test(file) && !isForTests(file) && !/(rspack\.config|prerender)\.tsx?$/.test(file),
  ),
);
const styles = ours.filter((file) => file.endsWith('.css'));

/**
 * What the oldest browsers of `frontends/rspack.ts` do not have (Chrome 117, Firefox 115, Safari 16.4), with the first versions that do.
 * What only makes a page look better is not in it, nor what the build rewrites for them.
 */
const inScripts: Readonly<Record<string, RegExp>> = {
  'Promise.withResolvers: Chrome 119, Firefox 121, Safari 17.4': /\bPromise\.withResolvers\b/,
  'Promise.try: Chrome 128, Firefox 134, Safari 18.2': /\bPromise\.try\b/,
  'Array.fromAsync: Chrome 121': /\bArray\.fromAsync\b/,
  'groupBy: Firefox 119, Safari 17.4': /\b(?:Object|Map)\.groupBy\b/,
  'union of sets, and its like: Chrome 122, Firefox 127, Safari 17':
    /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  'methods of iterators: Chrome 122, Firefox 131, Safari 18.4':
    /\bIterator\.\w|\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  'isWellFormed, toWellFormed: Firefox 119': /\.(?:is|to)WellFormed\(/,
  'the flag v of a pattern: Firefox 116, Safari 17': /\/[dgimsy]*v[dgimsy]*(?=[.,;)])/,
  'RegExp.escape: Chrome 136, Firefox 134, Safari 18.2': /\bRegExp\.escape\b/,
  'bytes as base64 or hex: Chrome 140, Firefox 133, Safari 18.2':
    /\bUint8Array\.from(?:Base64|Hex)\b|\.to(?:Base64|Hex)\(\)/,
  'Intl.Segmenter: Firefox 125': /\bIntl\.Segmenter\b/,
  'Intl.DurationFormat: Chrome 129, Firefox 136': /\bIntl\.DurationFormat\b/,
  'Temporal: Chrome 144, Firefox 139, no Safari': /\bTemporal\.\w/,
  'Response.json: Safari 17': /\bResponse\.json\(/,
  'URL.canParse: Chrome 120, Safari 17; URL.parse: later': /\bURL\.(?:canParse|parse)\(/,
  'size of URLSearchParams: Safari 17': /\b(?:URLSearchParams|searchParams)\b[\s\S]*?\.size\b/,
  'AbortSignal.any: Firefox 124, Safari 17.4': /\bAbortSignal\.any\b/,
  'a stream that is iterated: Chrome 124, Safari later than 18': /\bfor await \([^)]*\bof [\w.]*\b(?:body|stream)\b/,
  'requestIdleCallback: Safari later than 18': /\brequestIdleCallback\b/,
  'cookieStore: Firefox 140, Safari 18.4': /\bcookieStore\b/,
  'the element search: Chrome 118, Firefox 118, Safari 17': /<search\b/,
  ':has in a selector: Firefox 121': /:has\(/,
  'popover: Firefox 125, Safari 17': /\bpopover(?:Target)?=|\.(?:show|hide|toggle)Popover\(/,
  'requestClose, closedby: Chrome 134, Firefox 139, Safari 18.4': /\.requestClose\(|\bclosed[bB]y=/,
  'checkVisibility: Safari 17.4': /\.checkVisibility\(/,
  'scrollend: Safari later than 18': /'scrollend'|\bonScrollEnd\b/,
  'startViewTransition: Firefox later than 140, Safari 18': /\.startViewTransition\(/,
};

const inStyles: Readonly<Record<string, RegExp>> = {
  ':has: Firefox 121': /:has\(/,
  'content with alternative text: Firefox 128, Safari 17.4': /\bcontent:\s*(?:"[^"]*"|[^;"/])*\//,
  'the unit lh: Firefox 120': /\dr?lh\b/,
  '@property: Firefox 128': /@property\b/,
  '@scope: Chrome 118, Firefox later than 140, Safari 17.4': /@scope\b/,
  'round, mod, rem: Chrome 125, Firefox 118': /\b(?:round|mod|rem)\(/,
  ':user-invalid: Chrome 119, Safari 16.5': /:user-(?:in)?valid\b/,
  'anchors: Chrome 125, Firefox later than 140, Safari 26':
    /\banchor-name:|(?<![\w-])anchor(?:-size)?\(|\bposition-area:/,
};

const comments = /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm;
/** What is in it has a replacement before it, or is not missed. */
const supports = /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;

function tooNewIn(table: typeof inScripts, text: string): string[] {
  const code = text.replaceAll(comments, '').replaceAll(supports, '');
  return Object.keys(table).filter((name) => table[name]?.test(code));
}

it('pages use nothing that is too new for the browsers that they are built for', () => {
  const found = (table: typeof inScripts, among: readonly string[]) =>
    among.flatMap((file) => tooNewIn(table, read(file)).map((name) => `${file}: ${name}`));
  expect(scripts.length).toBeGreaterThan(250);
  expect([...found(inScripts, scripts), ...found(inStyles, styles)]).toEqual([]);
});

it('::backdrop has its colour, which it does not inherit before Chrome 122, Firefox 120 and Safari 17.4', () => {
  const rules = read('packages/web/tokens.css').match(/[^{}]*\{[^{}]*--veil:/g);
  expect(rules).toEqual([expect.stringContaining('::backdrop {'), expect.stringContaining('::backdrop {')]);
});

it.each([
  ['Response.json', inScripts, 'return Response.json({});'],
  ['size of URLSearchParams', inScripts, 'const query = new URLSearchParams(given);\nreturn query.size > 0;'],
  ['a stream', inScripts, 'for await (const part of answer.body) take(part);'],
  ['the flag v', inScripts, 'return /[\\p{L}--[a-z]]/gv.test(text);'],
  [':has', inStyles, '.a:has(+ .b) {\n  color: red;\n}'],
  ['content', inStyles, '.a::before {\n  content: "·" / "";\n}'],
  ['the unit', inStyles, '.a {\n  min-block-size: 1lh;\n}'],
])('%s is found', (name, table, text) => {
  expect(tooNewIn(table, text)).toEqual([expect.stringContaining(name)]);
});

it.each([
  [inScripts, '/** Not by Response.json. */\n// biome-ignore lint: no <search> yet\nconst accept = "image/*";'],
  [inScripts, 'for await (const row of recordsOf(textOf(body))) rows.push(row);'],
  [inStyles, '@supports (content: "1" / "") {\n  .a::before {\n    content: "1" / "";\n  }\n}'],
  [inStyles, '.a::before {\n  content: counter(page) " / " counter(pages);\n  text-anchor: end;\n}'],
])('what is not too new is not found: %#', (table, text) => {
  expect(tooNewIn(table, text)).toEqual([]);
});
