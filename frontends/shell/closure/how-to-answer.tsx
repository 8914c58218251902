import { pagePath } from '@tma/contracts/pages';
import { ButtonLink } from '@tma/web/ui/button';
import { useT } from '../texts.ts';

/** For a page that was opened without a link, or with one that does not work. */
export function HowToAnswer() {
  const t = useT();
  return (
    <>
      <p>{t('closure.how')}</p>
      <p>
        <ButtonLink to={pagePath('signIn')}>{t('closure.signIn')}</ButtonLink>
      </p>
    </>
  );
}
