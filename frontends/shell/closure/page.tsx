import { Card } from '@tma/web/ui/card';
import { Spinner } from '@tma/web/ui/spinner';
import { useId, useSyncExternalStore } from 'react';
import { Loaded } from '../loaded.tsx';
import loadingCss from '../loading.module.css';
import { useT } from '../texts.ts';
import { HowToAnswer } from './how-to-answer.tsx';
import { openedLink } from './opened-link.ts';
import css from './page.module.css';

const load = async () => (await import('./linked.tsx')).Linked;

/** /closure: asks whoever has the link of a closing's mail whether it is fixed. It is prerendered without a link. */
export function ClosurePage() {
  const t = useT();
  const titleId = useId();
  const opened = useSyncExternalStore(openedLink.subscribe, openedLink.current, () => undefined);
  return (
    <div className={`${loadingCss.page} ${css.page}`}>
      <Card>
        <h1 id={titleId}>{t('titles.closure')}</h1>
        <noscript>
          <p>{t('closure.noScript')}</p>
          <p>{t('closure.how')}</p>
        </noscript>
        {opened === undefined && (
          <div className={loadingCss.wait}>
            <Spinner />
          </div>
        )}
        {opened === null && <HowToAnswer />}
        {opened && <Loaded key={opened.place} load={load} of={{ token: opened.token, titleId }} />}
      </Card>
    </div>
  );
}
