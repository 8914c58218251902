import { useEffect, useRef } from 'react';

/** Moves the focus to the button of the folded menu, which stays when the menu closes. */
export const focusMenuButton = () => document.querySelector<HTMLElement>('header [aria-expanded]')?.focus();

/**
 * While a menu is open, Escape closes it and moves the focus back to its button. Choosing a link, or pressing anywhere but
 * inside of what the selector `inside` matches, closes it too.
 */
export function useOpenMenu(open: boolean, close: () => void, inside: string) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && (target.closest('a') || !target.closest(inside))) latest.current();
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return;
        latest.current();
        focusMenuButton();
      },
      { signal },
    );
    return () => ended.abort();
  }, [open, inside]);
}
