import { useEffect, useRef } from 'react';

/**
 * For a list that grows at the press of a button: moves the focus to the first new card, as it would be lost with the
 * button. `count` is how many cards there are; call the returned function when the button is pressed.
 */
export function useFocusFirstNew(count: number): () => void {
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (place.current === null || count <= place.current) return;
    document.querySelectorAll<HTMLElement>('main article h2 button')[place.current]?.focus();
    place.current = null;
  }, [count]);
  return () => {
    place.current = count;
  };
}
