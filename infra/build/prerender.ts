import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  directions,
  everyPage,
  type Language,
  languages,
  manifestPath,
  operations,
  type remotes,
} from '@tma/contracts';
import { escapeHtml } from '@tma/kit/html';
import { notFoundPage, pageFile, recordWordsFile } from '../../frontends/server/pages.ts';

interface RenderedPage {
  title: string;
  description: string;
  page: string;
}
type Prerender = (path: string, language: Language) => Promise<RenderedPage>;
/** What the server of the pages says of a report in a language (`RecordWords` in frontends/server/record.ts). */
type WordsOf = (language: Language) => Promise<object>;

/** Renders every page in every language into a file of its own, with the shell's `prerender` into its `index.html`. */
export async function prerenderPages(folder: string, module: string): Promise<void> {
  const { prerender, recordWords } = (await import(pathToFileURL(module).href)) as {
    prerender: Prerender;
    recordWords: WordsOf;
  };
  const index = join(folder, 'index.html');
  const html = await readFile(index, 'utf8');
  await rm(index);
  const files = await readdir(folder);
  const drawn = [...everyPage, { path: notFoundPage, frontend: 'shell' } as const];
  for (const language of languages) {
    const template = await templateIn(language, html, folder);
    for (const { path, frontend } of drawn) {
      const { title, description, page } = await prerender(path, language);
      const framed =
        frontend === 'shell'
          ? deferScript(template)
          : template.replace('</head>', `${preloadsOf(frontend, files)}</head>`);
      const filled = framed
        .replace('{title}', () => escapeHtml(title))
        .replace('{description}', () => escapeHtml(description))
        .replace('{page}', () => page);
      await writeFile(join(folder, pageFile(path, language)), filled);
    }
    await writeFile(join(folder, recordWordsFile(language)), JSON.stringify(await recordWords(language)));
  }
}

/**
 * What the script of a remote's page asks for one after the other, ahead of it: each would be a round trip more. It goes by what
 * it is answered: where a remote is elsewhere, one of these is for nothing.
 */
function preloadsOf(remote: (typeof remotes)[number], files: readonly string[]): string {
  const runtime = files.find((file) => /^federation\..*\.js$/.test(file));
  if (!runtime) throw new Error('The shell has no chunk named federation');
  const answers = [operations.remotes.path, manifestPath(remote)].map(
    (path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`,
  );
  return `${answers.join('')}<link rel="preload" as="script" href="/${runtime}">`;
}

/** A page that is complete without its script loads everything else first. */
const deferScript = (html: string) =>
  html.replaceAll(/<(script defer|link rel="preload" as="script")/g, '<$1 fetchpriority="low"');

/** The document in a language, with what that language alone needs: its style, and its texts on their way before the script asks. */
async function templateIn(language: Language, html: string, folder: string): Promise<string> {
  const files = await readdir(folder);
  const own = (name: string, ending: string) =>
    files.find((file) => file.startsWith(`${name}-${language}.`) && file.endsWith(`.${ending}`));
  const texts = own('texts', 'js');
  const manifest = `portal.${language}.webmanifest`;
  const styled = await inlineStyles(html, folder, own('style', 'css'));
  return styled
    .replace(/<html [^>]*>/, `<html lang="${language}" dir="${directions[language]}">`)
    .replace('portal.webmanifest', (english) => (files.includes(manifest) ? manifest : english))
    .replace('</head>', () => `${texts ? `<link rel="preload" as="script" href="/${texts}">` : ''}</head>`);
}

/** Inlines the style sheet: a request for it would cost the first visit a round trip. @param more a second one's file */
async function inlineStyles(html: string, folder: string, more?: string): Promise<string> {
  const [link, name] = /<link href="\/([^"]+\.css)" rel="stylesheet">/.exec(html) ?? [];
  if (!link || !name) throw new Error('index.html names no style sheet');
  const sheets = [name, ...(more ? [more] : [])].map((file) => readFile(join(folder, file), 'utf8'));
  const css = (await Promise.all(sheets)).join('');
  return html.replace(link, () => `<style>${css}</style>`);
}
