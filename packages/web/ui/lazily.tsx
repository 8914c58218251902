import { useLoading } from '@tma/web/hooks/use-loading';
import { useT } from '@tma/web/language/own-texts';
import type { ComponentType } from 'react';
import { Banner } from './banner.tsx';
import { Spinner } from './spinner.tsx';
import { TryAgain } from './try-again.tsx';

/**
 * A component whose code is loaded once it is shown. Where that fails, it says so, and tries again when asked: React's own `lazy` would
 * take the whole page away.
 * @param isExtra whether the page says the same without it: nothing is shown until it is there, and where it fails, it is tried again the
 * next time
 */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, isExtra = false) {
  let loaded: { default: ComponentType<Props> } | undefined;
  const keep = async () => {
    loaded = await load();
    return loaded;
  };
  return function Lazy(props: Props) {
    const t = useT();
    const [state, retry] = useLoading('A part of the page', keep, loaded);
    if (typeof state === 'object') return <state.default {...props} />;
    if (isExtra) return null;
    if (state === 'loading') return <Spinner />;
    return (
      <Banner tone="quiet">
        <p>{t('ui.moreFailed')}</p>
        <TryAgain onClick={retry} />
      </Banner>
    );
  };
}
