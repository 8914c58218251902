import { TextField } from '@tma/web/ui/field';
import { type ComponentProps, useEffect, useRef } from 'react';

/** A field for the code of an app, for which telephones show digits; with `recovery` for a recovery code as well, which has letters. */
export const CodeField = ({
  recovery = false,
  ...field
}: ComponentProps<typeof TextField> & { recovery?: boolean }) => (
  <TextField
    {...field}
    inputMode={recovery ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    dir="ltr"
  />
);

/**
 * Moves the focus to the field of the code after each call of the function that it returns: once the form is not busy any more, and has
 * moved it to its outcome. At no other time: each try with a code has an outcome of its own, and whoever types elsewhere stays there.
 */
export function useCodeFocus(form: { setFocus: (name: 'code') => void }, busy: boolean): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (busy || !isAsked.current) return;
    isAsked.current = false;
    form.setFocus('code');
  });
  return () => {
    isAsked.current = true;
  };
}
