import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { languageNow, onLanguageChange, setLanguage, textsOf, textsReady } from './texts.ts';

const english = { home: { title: 'Home', lead: 'Welcome, {{name}}' } };
const urdu = { home: { title: 'صفحۂ اول', lead: 'خوش آمدید، {{name}}' } };
const quiet = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const changes: string[] = [];
let last = 0;

/** Each test has namespaces of its own: those of one page stay registered. */
const newNamespace = () => `namespace${last++}`;

/** Texts that arrive when the test says so. */
function arriving<Tree extends object>(tree: Tree) {
  const { promise, resolve, reject } = Promise.withResolvers<{ default: Tree }>();
  return { load: vi.fn(() => promise), arrive: () => resolve({ default: tree }), fail: () => reject(new Error('cut')) };
}

let unsubscribe = () => {};
beforeEach(() => {
  changes.length = 0;
  unsubscribe = onLanguageChange((language) => changes.push(language));
});
afterEach(async () => {
  unsubscribe();
  await setLanguage('en');
});

it('a page is in English at first, and loads nothing else', () => {
  const { load } = arriving(urdu);
  const t = textsOf(newNamespace(), english, { ur: load });
  expect([t('home.title'), t('home.lead', { name: 'Sana' })]).toEqual(['Home', 'Welcome, Sana']);
  expect(languageNow()).toBe('en');
  expect(load).not.toHaveBeenCalled();
});

it('changes all texts at once, when the last of them is here, and loads them once', async () => {
  const [first, second] = [arriving(urdu), arriving(urdu)];
  const t = textsOf(newNamespace(), english, { aa: first.load });
  const u = textsOf(newNamespace(), english, { aa: second.load });
  const changed = setLanguage('aa');
  first.arrive();
  await first.load();
  expect([t('home.title'), u('home.title'), languageNow()]).toEqual(['Home', 'Home', 'en']);
  second.arrive();
  await changed;
  expect([t('home.title'), u('home.title'), languageNow()]).toEqual(['صفحۂ اول', 'صفحۂ اول', 'aa']);
  expect(t('home.lead', { name: 'Sana' })).toBe('خوش آمدید، Sana');
  await setLanguage('en');
  await setLanguage('aa');
  expect(first.load.mock.calls.length + second.load.mock.calls.length).toBe(3);
  expect(changes).toEqual(['aa', 'en', 'aa']);
});

it('stays as it is where texts do not come, and tries again at the next change', async () => {
  quiet();
  const load = vi.fn().mockRejectedValueOnce(new Error('cut')).mockResolvedValue({ default: urdu });
  const t = textsOf(newNamespace(), english, { bb: load });
  await expect(setLanguage('bb')).rejects.toThrow('Not every text is here in bb');
  expect([t('home.title'), languageNow(), changes]).toEqual(['Home', 'en', []]);
  await setLanguage('bb');
  expect([t('home.title'), languageNow()]).toEqual(['صفحۂ اول', 'bb']);
});

it('what was chosen last counts, whichever texts come first', async () => {
  const slow = arriving(urdu);
  textsOf(newNamespace(), english, { cc: slow.load });
  const changed = setLanguage('cc');
  await setLanguage('en');
  slow.arrive();
  await changed;
  expect([languageNow(), changes]).toEqual(['en', ['en']]);
});

it('texts that are registered later load at once, and textsReady waits for them', async () => {
  textsOf(newNamespace(), english, { dd: async () => ({ default: urdu }) });
  await setLanguage('dd');
  const late = arriving(urdu);
  const t = textsOf(newNamespace(), english, { dd: late.load });
  expect(late.load).toHaveBeenCalledOnce();
  expect(t('home.title')).toBe('Home');
  const ready = textsReady();
  late.arrive();
  await ready;
  expect(t('home.title')).toBe('صفحۂ اول');
});

it('a page opens in English where its texts cannot be loaded', async () => {
  const warned = quiet();
  textsOf(newNamespace(), english, { ee: async () => ({ default: urdu }) });
  await setLanguage('ee');
  const late = arriving(urdu);
  const namespace = newNamespace();
  const t = textsOf(namespace, english, { ee: late.load });
  late.fail();
  await textsReady();
  expect(t('home.title')).toBe('Home');
  expect(warned).toHaveBeenCalledWith(`The texts of ${namespace} (ee) could not be loaded:`, 'cut');
});

it('two builds of a namespace in one page take nothing from each other', () => {
  const namespace = newNamespace();
  const t = textsOf(namespace, english);
  const u = textsOf(namespace, { home: { title: 'Start', end: 'End' } });
  expect([t('home.title'), t('home.lead', { name: 'Sana' }), u('home.end')]).toEqual(['Start', 'Welcome, Sana', 'End']);
});

it('of a text that is not known the default is returned, which other builds ask for as well, else its key', () => {
  const t = textsOf(newNamespace(), english) as (key: string, values?: { defaultValue: string }) => string;
  expect(t('terms.status.Closed', { defaultValue: '' })).toBe('');
  expect(t('terms.status.Closed')).toBe('terms.status.Closed');
  expect(t('home.title', { defaultValue: '' })).toBe('Home');
});

it.each(['$& $1 $$', '{{name}}', '<b>'])('%j is filled in as it is', (name) => {
  expect(textsOf(newNamespace(), english)('home.lead', { name })).toBe(`Welcome, ${name}`);
});
