import { useLoading } from '@tma/web/hooks/use-loading';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { textsReady } from '@tma/web/texts';
import { Spinner } from '@tma/web/ui/spinner';
import { TryAgain } from '@tma/web/ui/try-again';
import type { ComponentType } from 'react';
import css from './loading.module.css';
import { useT } from './texts.ts';

/**
 * A part of a page whose script is loaded only here. It is not a lazy component, because the prerendered page has to
 * equal the browser's first rendering.
 */
export function Loaded<Props extends object>({ load, of }: { load: () => Promise<ComponentType<Props>>; of: Props }) {
  const t = useT();
  const web = useWebT();
  const [state, retry] = useLoading('A part of the page', async () => {
    const Part = await load();
    await textsReady();
    return { Part };
  });
  if (state === 'failed')
    return (
      <p role="alert">
        {web('errors.unreachable')} <TryAgain onClick={retry} />
      </p>
    );
  if (state !== 'loading') return <state.Part {...of} />;
  return (
    <>
      <noscript>
        <p>{t('noScript.title')}</p>
      </noscript>
      <div className={css.wait}>
        <Spinner />
      </div>
    </>
  );
}
