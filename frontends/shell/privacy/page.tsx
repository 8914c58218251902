import { useLanguage } from '@tma/web/language/language';
import { Spinner } from '@tma/web/ui/spinner';
import { Suspense } from 'react';
import { Reading } from '../pages/reading.tsx';
import { useT } from '../texts.ts';
import { privacyIn } from './documents.ts';
import css from './page.module.css';

/**
 * /privacy: the guide for residents, docs/privacy.md, in the language of the page. No other page loads it; drawn at build it is whole,
 * for browsers without scripts.
 */
export function PrivacyPage() {
  const t = useT();
  const Text = privacyIn(useLanguage());
  return (
    <Reading title={t('titles.privacy')} lead={t('privacy.lead')}>
      <div className={css.text}>
        <Suspense fallback={<Spinner />}>
          <Text />
        </Suspense>
      </div>
    </Reading>
  );
}
