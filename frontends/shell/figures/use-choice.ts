import { useSearchParams } from '@tma/web/router';
import { useEffect, useRef, useState } from 'react';
import { type Choice, isUnfinished, queryOf, readChoice } from './choice.ts';

/** How long a typed day waits for more, in milliseconds. */
const pause = 400;

/**
 * The choice, kept in the address: reload, Back and a shared link show the same. Changes replace the address.
 * `typed` has the contents of the fields: a day that is not completely typed changes nothing yet.
 */
export function useChoice() {
  const [query, setQuery] = useSearchParams();
  const chosen = readChoice(query);
  const [typed, setTyped] = useState<Partial<Choice>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (part: Partial<Choice>) => {
    clearTimeout(timer.current);
    setTyped({});
    const next = queryOf({ ...chosen, ...typed, ...part });
    if (new URLSearchParams(next).toString() !== query.toString()) setQuery(next, { replace: true });
  };
  const type = (part: Partial<Choice>) => {
    clearTimeout(timer.current);
    setTyped({ ...typed, ...part });
    if (!Object.values(part).some(isUnfinished)) timer.current = setTimeout(() => apply(part), pause);
  };
  const settle = () => {
    if (Object.keys(typed).length > 0) apply({});
  };
  return { chosen, typed, apply, type, settle };
}
