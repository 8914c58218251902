import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pages } from '@tma/contracts/pages';
import { escapeHtml, notFoundPage, pageFile } from './pages.ts';

interface Drawn {
  title: string;
  description: string;
  page: string;
}

/** Draws every page into a file of its own, with the shell's `prerender` and its `index.html` as the paper. */
export async function prerenderPages(folder: string, module: string): Promise<void> {
  const { prerender } = (await import(module)) as { prerender: (path: string) => Drawn };
  const paper = join(folder, 'index.html');
  const template = await readFile(paper, 'utf8');
  for (const path of [...pages.map((page) => page.path), notFoundPage]) {
    const { title, description, page } = prerender(path);
    const filled = template
      .replace('{title}', () => escapeHtml(title))
      .replace('{description}', () => escapeHtml(description))
      .replace('{page}', () => page);
    await writeFile(join(folder, pageFile(path)), filled);
  }
}
