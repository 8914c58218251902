import { useT } from '@tma/web/language/own-texts';
import { useState } from 'react';

/**
 * A text that is made when it is drawn. What a page keeps of a message is this: a text would stay in the language in which it
 * was made.
 */
export type Words = () => string;

/** A text kept in the state of a component: drawn in the language of the moment, undefined as long as there is none. */
export function useWords(): [text: string | undefined, keep: (words: Words | undefined) => void] {
  useT();
  const [kept, setKept] = useState<{ words: Words }>();
  return [kept?.words(), (words) => setKept(words && { words })];
}
