import { textsReady } from '@tma/web/texts';
import { Button } from '@tma/web/ui/button';
import { Spinner } from '@tma/web/ui/spinner';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import css from './loading.module.css';
import { useT } from './texts.ts';

/**
 * A part of a page whose script is loaded only here. It is no lazy component: the page that is drawn at build has to be the
 * browser's first one, too.
 * @param load the same function each time
 */
export function Loaded<Props extends object>({ load, of }: { load: () => Promise<ComponentType<Props>>; of: Props }) {
  const t = useT();
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);
  const loadPart = useCallback(() => {
    setFailed(false);
    load().then(
      async (part) => {
        await textsReady();
        setPart(() => part);
      },
      (error: Error) => {
        console.warn('A part of the page could not be loaded:', error.message);
        setFailed(true);
      },
    );
  }, [load]);
  useEffect(loadPart, [loadPart]);
  if (Part) return <Part {...of} />;
  if (failed)
    return (
      <p role="alert">
        {t('closure.away')}{' '}
        <Button look="plain" onClick={loadPart}>
          {t('tryAgain')}
        </Button>
      </p>
    );
  return (
    <div className={css.wait}>
      <Spinner />
    </div>
  );
}
