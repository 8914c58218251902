import { setTimeout as turn } from 'node:timers/promises';
import { issueNames } from '@tma/contracts/reports/issues';
import { statuses } from '@tma/contracts/reports/statuses';
import { t as web } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { StaticRouter } from '@tma/web/static-router';
import { setLanguage } from '@tma/web/texts';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { headOf } from './head.ts';
import { Loading } from './loading.tsx';
import { textsLoaded } from './privacy/documents.ts';
import { isPrerendered } from './public-pages.ts';
import { t } from './texts.ts';

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
  const draw = () => renderToString(<StaticRouter location={path}>{page}</StaticRouter>);
  // Modules that a part of the page requests in the first rendering are loaded for the second.
  draw();
  await textsLoaded();
  await turn();
  return { ...headOf(path), page: draw() };
}

/** The texts about reports of the pages' server (`RecordWords` in frontends/server/record.ts) in a language. */
export async function recordWords(language: string): Promise<object> {
  await setLanguage(language);
  return {
    portal: web('portal.name'),
    notFound: t('notFound.title'),
    issues: Object.fromEntries(issueNames.map((name) => [name, term('issue', name)])),
    statuses: Object.fromEntries(statuses.map(({ name }) => [name, term('status', name)])),
  };
}
