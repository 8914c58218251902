/** What was typed and not saved, kept while the portal stays open: also when the session ends meanwhile. */
import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';

type Texts = Record<string, string>;
/** Passwords are not kept. */
const secrets = new Set(['password', 'current_password']);

const inputs = new Map<string, { userId: string; texts: Texts }>();

/** The form's texts with what that person typed into it before. `form` is any name for it. */
export function withUnsavedInput<T extends Texts>(userId: string, form: string, texts: T): T {
  const before = inputs.get(form);
  return before?.userId === userId ? { ...texts, ...before.texts } : texts;
}

export function keepInput(userId: string, form: string, texts: Texts): void {
  const kept = Object.entries(texts).filter(([name]) => !secrets.has(name));
  inputs.set(form, { userId, texts: Object.fromEntries(kept) });
}

/** Forgets what was typed into that form, or into all forms. */
export function clearUnsavedInput(form?: string): void {
  if (form === undefined) inputs.clear();
  else inputs.delete(form);
}

/** A text that is kept in the same way, outside of a form of its own. `name` is any name for it. */
export const unsavedText = (userId: string, name: string) => ({
  text: withUnsavedInput(userId, name, { text: '' }).text,
  keep: (text: string) => keepInput(userId, name, { text }),
  forget: () => clearUnsavedInput(name),
});

/** The texts that differ from the saved ones. Blanks around a text make no difference: the server removes them. */
export const changesTo = (saved: Texts, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => text.trim() !== saved[name]?.trim()));

/**
 * Keeps what is typed into a form with every change. @param saved the fields' saved values, which are not kept, as they may change
 */
export function useUnsavedInput<T extends Texts>(
  { subscribe }: UseFormReturn<T>,
  userId: string,
  form: string,
  saved: Texts = {},
): void {
  const keep = useEffectEvent((values: Texts) => keepInput(userId, form, changesTo(saved, values)));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep({ ...values }) }),
    [subscribe],
  );
}
