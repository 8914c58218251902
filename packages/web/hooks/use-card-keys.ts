import { inDocument, useListener } from '@tma/web/hooks/use-listener';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The index that a key leads to from card `from` of `count`, in a grid of so many columns; undefined where there is none.
 * `forward` is the arrow that follows the direction of reading.
 */
export function nextCard(
  key: string,
  { from, count, columns, forward }: { from: number; count: number; columns: number; forward: string },
): number | undefined {
  const within = (place: number) => (place >= 0 && place < count ? place : undefined);
  const lastRow = Math.floor((count - 1) / columns);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return within(key === forward ? from + 1 : from - 1);
    case 'ArrowUp':
      return within(from - columns);
    case 'ArrowDown':
      // Into a last row that is not full: to its end.
      return Math.floor(from / columns) < lastRow ? Math.min(from + columns, count - 1) : undefined;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The cards of a grid, in all of its lists. */
const cardsOf = (grid: HTMLElement | null) => [...(grid?.querySelectorAll(':scope > ul > li') ?? [])];

const buttonOf = (card: Element | undefined) => card?.querySelector<HTMLElement>('button');

/** Moves the focus from card to card by the arrow keys, Home and End. */
export function useCardKeys(grid: RefObject<HTMLElement | null>) {
  useListener(
    () => grid.current,
    'keydown',
    (event: KeyboardEvent) => {
      const list = grid.current;
      if (!list || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const cards = cardsOf(list);
      const top = cards[0]?.getBoundingClientRect().top;
      const columns = cards.findIndex((card) => card.getBoundingClientRect().top !== top);
      const next = nextCard(event.key, {
        from: cards.findIndex((card) => card.contains(document.activeElement)),
        count: cards.length,
        columns: columns < 0 ? cards.length : columns,
        forward: getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight',
      });
      const card = next === undefined ? undefined : cards[next];
      if (!card) return;
      event.preventDefault();
      card.scrollIntoView({ block: 'nearest' });
      buttonOf(card)?.focus({ preventScroll: true });
    },
  );
}

/** When the card that has the focus leaves the list, the card that takes its place gets the focus. */
export function useFocusSuccession(grid: RefObject<HTMLElement | null>) {
  const held = useRef<{ card: Element; place: number } | null>(null);
  useListener(inDocument, 'focusin', ({ target }: FocusEvent) => {
    // A dialog gives the focus back, and where nothing has it, it is given to the main part.
    if (!(target instanceof Element) || target.matches('main') || target.closest('dialog')) return;
    const cards = cardsOf(grid.current);
    const place = cards.findIndex((one) => one.contains(target));
    const card = cards[place];
    held.current = card ? { card, place } : null;
  });
  useLayoutEffect(() => {
    if (!held.current || !grid.current) return;
    const cards = cardsOf(grid.current);
    const { card, place } = held.current;
    if (card.isConnected) held.current.place = cards.indexOf(card);
    else if (document.activeElement?.matches('body, main'))
      buttonOf(cards[Math.min(place, cards.length - 1)])?.focus({ preventScroll: true });
  });
}
