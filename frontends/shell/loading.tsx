import { pagePath } from '@tma/contracts/pages';
import { ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import css from './loading.module.css';
import { useT } from './texts.ts';

/** Shown until a remote's page is loaded, and for good in a browser that runs no scripts. */
export function Loading() {
  const t = useT();
  return (
    <PageFrame>
      <noscript>
        <Card>
          <h1>{t('noScript.title')}</h1>
          <p>{t('noScript.text')}</p>
          <p>
            <ButtonLink to={pagePath('contact')}>{t('nav.contact')}</ButtonLink>
          </p>
        </Card>
      </noscript>
      <div className={css.wait}>
        <Spinner />
      </div>
    </PageFrame>
  );
}
