import { useT } from '@tma/web/language/own-texts';
import { type ComponentType, useEffect, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

/**
 * A component whose code is loaded once it is shown. Where that fails, it says so, and tries again when asked: `lazy` of React would
 * take the whole page away.
 * @param isExtra whether the page says the same without it: nothing is shown until it is there, and it is tried again when it is shown again
 */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, isExtra = false) {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const t = useT();
    const [state, setState] = useState<'loading' | 'failed' | 'here'>(loaded ? 'here' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      let mounted = true;
      load().then(
        (module) => {
          loaded = module.default;
          if (mounted) setState('here');
        },
        (error: Error) => {
          console.warn('A part of the page could not be loaded:', error.message);
          if (mounted) setState('failed');
        },
      );
      return () => {
        mounted = false;
      };
    }, [state]);
    const Component = loaded;
    if (Component && state === 'here') return <Component {...props} />;
    if (isExtra) return null;
    if (state !== 'failed') return <Spinner />;
    return (
      <Banner tone="quiet">
        <p>{t('ui.moreFailed')}</p>
        <Button look="plain" onClick={() => setState('loading')}>
          {t('ui.tryAgain')}
        </Button>
      </Banner>
    );
  };
}
