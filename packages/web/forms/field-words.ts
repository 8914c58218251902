import type { Words } from '@tma/web/language/words';
import { useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What is wrong with a field. */
export interface FieldError {
  /** Its name in the form. */
  name: string;
  words: Words;
}

/** What is wrong with the fields of a form. react-hook-form keeps texts alone; here they are made when they are drawn. */
export function useFieldWords<T extends FieldValues>({ formState: { errors }, setError }: UseFormReturn<T>) {
  const kept = useRef(new Map<string, Words>());

  /** Keeps the words, and returns them as they are now: with another text, react-hook-form draws the field again. */
  const keep = (name: string, words: Words): string => {
    kept.current.set(name, words);
    return words();
  };
  const problems = Object.keys(errors).flatMap((name): FieldError[] => {
    const words = kept.current.get(name);
    return words ? [{ name, words }] : [];
  });
  return {
    keep,
    /** Of all fields, in the order in which they failed. */
    problems,
    textOf: (name: string): string | undefined => problems.find((problem) => problem.name === name)?.words(),
    fail: (name: FieldPath<T>, words: Words) => setError(name, { type: 'server', message: keep(name, words) }),
  };
}
