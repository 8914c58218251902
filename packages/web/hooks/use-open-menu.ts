import { inDocument, useListener } from '@tma/web/hooks/use-listener';
import { useNarrow } from '@tma/web/hooks/use-narrow';
import { useEffect, useEffectEvent } from 'react';

/** Moves the focus to the button of the folded menu, which stays when the menu closes. */
export const focusMenuButton = () => document.querySelector<HTMLElement>('header [aria-expanded]')?.focus();

/**
 * While a menu is open, Escape closes it and moves the focus back to its button. Choosing a link, or pressing anywhere but
 * in the header or in the sidebar, closes it too. In a window in which it does not fold it is not open.
 */
export function useOpenMenu(open: boolean, close: () => void) {
  const narrow = useNarrow();
  const closeWide = useEffectEvent(close);
  useEffect(() => {
    if (!narrow) closeWide();
  }, [narrow]);
  useListener(
    inDocument,
    'click',
    ({ target }: MouseEvent) => {
      if (target instanceof Element && (target.closest('a') || !target.closest('header, aside'))) close();
    },
    { active: open },
  );
  useListener(
    inDocument,
    'keydown',
    ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      focusMenuButton();
    },
    { active: open },
  );
}
