import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchable } from '../chosen.ts';

/** How long after the last key a search begins, in milliseconds. */
const pause = 300;

/**
 * What is typed into the search, and what of it is searched for (`q`, which is in the address): it follows a pause of typing.
 * When the address changes by itself, as by Back, the field shows that.
 */
export function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [settled, setSettled] = useState(q);
  const searched = useRef(q);
  useEffect(() => {
    if (q === searched.current) return;
    searched.current = q;
    setTyped(q);
  }, [q]);

  const searchFor = (text: string) => {
    const wanted = searchable(text);
    if (wanted === searched.current) return;
    searched.current = wanted;
    onSearch(wanted);
  };
  const settle = useEffectEvent((text: string) => {
    setSettled(text);
    searchFor(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    typed,
    type: setTyped,
    /** Without waiting for a pause. */
    now: () => searchFor(typed),
    clear: () => {
      setTyped('');
      searchFor('');
    },
    /** Something is typed, and it cannot be searched for. Not while it is being typed: it may be a beginning. */
    isShort: settled === typed && typed.trim() !== '' && searchable(typed) === '',
  };
}
