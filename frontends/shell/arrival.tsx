import { focusMain } from '@tma/web/hooks/focus';
import { useLocation, useNavigationType } from '@tma/web/router';
import { useEffect } from 'react';

let arrivedAt: string | undefined;

/**
 * Rendered beside a page, so that it runs once the page is there: unless it is the first page, moves the focus to the page's
 * main part and scrolls to the top (Back keeps the scroll position).
 */
export function Arrival() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    // The button to try again had the focus, and is gone.
    const lost = document.activeElement === document.body;
    if (arrivedAt !== undefined && (arrivedAt !== pathname || lost)) {
      focusMain();
      if (navigation !== 'POP') window.scrollTo(0, 0);
    }
    arrivedAt = pathname;
  }, [pathname, navigation]);
  return null;
}
