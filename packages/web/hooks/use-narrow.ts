import { useSyncExternalStore } from 'react';

/** Menus and sidebars fold at this width and below, in CSS pixels. CSS files repeat the number: a media query takes no variable. */
const narrow = '(max-width: 992px)';

function subscribe(changed: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether menus and sidebars are folded. */
export const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
