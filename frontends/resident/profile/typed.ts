/** What was typed on /profile and not saved, kept while the portal stays open: also through a sign-in that has become due. */
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';

type Texts = Record<string, string>;
/** Passwords are typed again. */
const secrets = new Set(['password', 'current_password']);

const kept = new Map<string, { userId: string; texts: Texts }>();

/** The form's texts with what that person typed into it before. */
export function typedBefore<T extends Texts>(userId: string, form: string, texts: T): T {
  const before = kept.get(form);
  return before?.userId === userId ? { ...texts, ...before.texts } : texts;
}

export function keepTyped(userId: string, form: string, texts: Texts): void {
  const open = Object.entries(texts).filter(([name]) => !secrets.has(name));
  kept.set(form, { userId, texts: Object.fromEntries(open) });
}

/** Forgets what was typed into that form, or into all. */
export function forgetTyped(form?: string): void {
  if (form === undefined) kept.clear();
  else kept.delete(form);
}

/** Keeps a form's texts with every change. */
export function useKeepTyped<T extends Texts>({ subscribe }: UseFormReturn<T>, userId: string, form: string): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(userId, form, { ...values }) }),
    [subscribe, userId, form],
  );
}
