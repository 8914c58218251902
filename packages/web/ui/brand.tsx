import { pagePath } from '@tma/contracts/pages';
import { useT } from '@tma/web/language/own-texts';
import { Link } from '@tma/web/router';
import css from './brand.module.css';

/** The portal's logo and name, a link to the home page. The logo is a map pin whose inside is a doorway. */
export function Brand() {
  const t = useT();
  return (
    <Link to={pagePath('home')} className={css.brand}>
      <svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32">
        <path className={css.pin} d="M16 30C9 23 5 18.3 5 13a11 11 0 0 1 22 0c0 5.3-4 10-11 17z" />
        <path className={css.door} d="M11 19v-6a5 5 0 0 1 10 0v6z" />
      </svg>
      <span>{t('portal.name')}</span>
    </Link>
  );
}
