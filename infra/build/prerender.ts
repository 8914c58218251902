import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations, pages } from '@tma/contracts';
import { escapeHtml, notFoundPage, pageFile } from '../../frontends/server/pages.ts';

interface Drawn {
  title: string;
  description: string;
  page: string;
}

/** Draws every page into a file of its own, with the shell's `prerender` and its `index.html` as the paper. */
export async function prerenderPages(folder: string, module: string): Promise<void> {
  const { prerender } = (await import(module)) as { prerender: (path: string) => Drawn };
  const paper = join(folder, 'index.html');
  const template = await withStyles(await readFile(paper, 'utf8'), folder);
  await rm(paper);
  for (const path of [...pages.map((page) => page.path), notFoundPage]) {
    const { title, description, page } = prerender(path);
    const filled = (isRemote(path) ? template.replace('</head>', `${early}</head>`) : unhurried(template))
      .replace('{title}', () => escapeHtml(title))
      .replace('{description}', () => escapeHtml(description))
      .replace('{page}', () => page);
    await writeFile(join(folder, pageFile(path)), filled);
  }
}

const isRemote = (path: string) => pages.some((page) => page.path === path && page.frontend !== 'shell');

/** What the script of a page of a remote asks for first. */
const early = `<link rel="preload" as="fetch" crossorigin href="${operations.remotes.path}">`;

/** A page that is whole without its script lets what is seen come first. */
const unhurried = (html: string) => html.replace('<script defer', '<script defer fetchpriority="low"');

/** The style sheet in the page itself: it is small, and asking for it would cost the first visit a round trip. */
async function withStyles(html: string, folder: string): Promise<string> {
  const [link, name] = /<link href="\/([^"]+\.css)" rel="stylesheet">/.exec(html) ?? [];
  if (!link || !name) throw new Error('index.html names no style sheet');
  const css = await readFile(join(folder, name), 'utf8');
  return html.replace(link, () => `<style>${css}</style>`);
}
