import { useEffect, useRef } from 'react';

/**
 * For a list that grows at the press of a button: moves the focus to the first new card, as it would be lost with the
 * button. `count` is how many there are; call the returned function when the button is pressed.
 * @param selector what of each takes the focus
 */
export function useFocusFirstNew(count: number, selector = 'main article h2 button'): () => void {
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (place.current === null || count <= place.current) return;
    document.querySelectorAll<HTMLElement>(selector)[place.current]?.focus();
    place.current = null;
  }, [count, selector]);
  return () => {
    place.current = count;
  };
}
