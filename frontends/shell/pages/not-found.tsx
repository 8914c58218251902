import { pagePath } from '@tma/contracts/pages';
import { ButtonLink } from '@tma/web/ui/button';
import { useT } from '../texts.ts';
import { Reading } from './reading.tsx';

export function NotFound() {
  const t = useT();
  return (
    <Reading title={t('notFound.title')} lead={t('notFound.text')}>
      <p>
        <ButtonLink to={pagePath('home')}>{t('notFound.home')}</ButtonLink>
      </p>
    </Reading>
  );
}
