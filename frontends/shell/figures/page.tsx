import { textsReady } from '@tma/web/texts';
import { Button } from '@tma/web/ui/button';
import { Spinner } from '@tma/web/ui/spinner';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import loadingCss from '../loading.module.css';
import { Reading } from '../pages/reading.tsx';
import { useT } from '../texts.ts';
import css from './page.module.css';

/**
 * /figures: how many reports a tehsil gets and closes, how fast, and what their reporters say of it. What draws them is
 * loaded only here. It is no lazy component: the page that is drawn at build has to be the browser's first one, too.
 */
export function FiguresPage() {
  const t = useT();
  const [Figures, setFigures] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./figures.tsx').then(
      async (loaded) => {
        await textsReady();
        setFigures(() => loaded.Figures);
      },
      (error: Error) => {
        console.warn('The figures could not be loaded:', error.message);
        setFailed(true);
      },
    );
  }, []);
  useEffect(load, [load]);
  return (
    <div className={css.page}>
      <Reading title={t('titles.figures')} lead={t('figures.lead')}>
        <noscript>
          <p>{t('noScript.title')}</p>
        </noscript>
        {Figures && <Figures />}
        {failed && (
          <p role="alert">
            {t('closure.away')}{' '}
            <Button look="plain" onClick={load}>
              {t('closure.tryAgain')}
            </Button>
          </p>
        )}
        {!Figures && !failed && (
          <div className={loadingCss.wait}>
            <Spinner />
          </div>
        )}
      </Reading>
    </div>
  );
}
