import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations, pages } from '@tma/contracts';
import { escapeHtml } from '@tma/kit/html';
import { notFoundPage, pageFile } from '../../frontends/server/pages.ts';

interface RenderedPage {
  title: string;
  description: string;
  page: string;
}

/** Renders every page into a file of its own, with the shell's `prerender` into its `index.html`. */
export async function prerenderPages(folder: string, module: string): Promise<void> {
  const { prerender } = (await import(module)) as { prerender: (path: string) => RenderedPage };
  const index = join(folder, 'index.html');
  const template = await inlineStyles(await readFile(index, 'utf8'), folder);
  await rm(index);
  for (const path of [...pages.map((page) => page.path), notFoundPage]) {
    const { title, description, page } = prerender(path);
    const filled = (isRemote(path) ? template.replace('</head>', `${preload}</head>`) : deferScript(template))
      .replace('{title}', () => escapeHtml(title))
      .replace('{description}', () => escapeHtml(description))
      .replace('{page}', () => page);
    await writeFile(join(folder, pageFile(path)), filled);
  }
}

const isRemote = (path: string) => pages.some((page) => page.path === path && page.frontend !== 'shell');

/** The first request of the script of a remote's page. */
const preload = `<link rel="preload" as="fetch" crossorigin href="${operations.remotes.path}">`;

/** A page that is complete without its script loads everything else first. */
const deferScript = (html: string) => html.replace('<script defer', '<script defer fetchpriority="low"');

/** Inlines the style sheet: it is small, and a request for it would cost the first visit a round trip. */
async function inlineStyles(html: string, folder: string): Promise<string> {
  const [link, name] = /<link href="\/([^"]+\.css)" rel="stylesheet">/.exec(html) ?? [];
  if (!link || !name) throw new Error('index.html names no style sheet');
  const css = await readFile(join(folder, name), 'utf8');
  return html.replace(link, () => `<style>${css}</style>`);
}
