import { useT } from '@tma/web/language/own-texts';
import css from './skip-link.module.css';

/** The first stop of the Tab key: past the navigation, to `<main id="main">`. */
export function SkipLink() {
  const t = useT();
  return (
    <a href="#main" className={css.skip}>
      {t('portal.skip')}
    </a>
  );
}
