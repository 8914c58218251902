import { focusMain } from '@tma/web/hooks/focus';
import { useT } from '@tma/web/language/own-texts';
import css from './skip-link.module.css';

/**
 * The first stop of the Tab key: past the navigation, to `<main id="main">`. The address stays as it is: pages read mails' links from
 * its fragment.
 */
export function SkipLink() {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useValidAnchor: a screen reader says that it is a link within the page, not a button
    <a
      href="#main"
      className={css.skip}
      onClick={(event) => {
        event.preventDefault();
        focusMain();
        document.querySelector('main')?.scrollIntoView();
      }}
    >
      {t('portal.skip')}
    </a>
  );
}
