import { useEffect, useRef } from 'react';

/** While the menu is open the page does not scroll, and a press outside the header, a link in it or Escape closes it. */
export function useOpenMenu(open: boolean, close: () => void) {
  const header = useRef<HTMLElement>(null);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    const { signal } = ended;
    document.body.style.overflow = 'hidden';
    document.addEventListener(
      'click',
      ({ target }) => {
        const outside = target instanceof Node && !header.current?.contains(target);
        if (outside || (target instanceof Element && target.closest('a'))) latest.current();
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return;
        latest.current();
        header.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
      },
      { signal },
    );
    return () => {
      ended.abort();
      document.body.style.overflow = '';
    };
  }, [open]);
  return header;
}
