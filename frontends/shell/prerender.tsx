import { StaticRouter } from '@tma/web/static-router';
import { setLanguage } from '@tma/web/texts';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { headOf } from './head.ts';
import { Loading } from './loading.tsx';
import { isPrerendered } from './public-pages.ts';

/**
 * The page at a path in a language before any script has run: the whole page where it is the shell's own, else its frame and,
 * for browsers without scripts, how to reach the administration.
 */
export async function prerender(
  path: string,
  language: string,
): Promise<{ title: string; description: string; page: string }> {
  await setLanguage(language);
  const page = isPrerendered(path) ? <App /> : <Loading />;
  return { ...headOf(path), page: renderToString(<StaticRouter location={path}>{page}</StaticRouter>) };
}
