import { pagePath } from '@tma/contracts/pages';
import { ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { TryAgain } from '@tma/web/ui/try-again';
import { Arrival } from './arrival.tsx';
import type { RemoteName } from './remotes.ts';
import { useT } from './texts.ts';
import css from './unreachable.module.css';

/** Shown in place of a page whose remote cannot be loaded: which part is down, with a button to try again. */
export function Unreachable({ frontend, onRetry }: { frontend: RemoteName; onRetry: () => void }) {
  const t = useT();
  return (
    <PageFrame>
      <Card>
        <h1>{t('remote.down')}</h1>
        <p role="alert">{frontend === 'resident' ? t('remote.resident') : t('remote.admin')}</p>
        <div className={css.ways}>
          <TryAgain look="primary" onClick={onRetry} />
          <ButtonLink look="quiet" to={pagePath('home')}>
            {t('notFound.home')}
          </ButtonLink>
        </div>
      </Card>
      <Arrival />
    </PageFrame>
  );
}
