import { useEffect, useRef } from 'react';

/**
 * For a list that grows at the press of a button: gives the focus to the first card that came, or it would be lost with
 * the button. `count` is how many cards there are; the answer is to be called when the button is pressed.
 */
export function useFirstNew(count: number): () => void {
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (place.current === null || count <= place.current) return;
    document.querySelectorAll<HTMLElement>('main article button')[place.current]?.focus();
    place.current = null;
  }, [count]);
  return () => {
    place.current = count;
  };
}
