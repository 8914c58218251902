/** What is typed into a field of a report's details and not sent. It outlives the dialog, not the page, and not the session. */
import { onAdminChange } from '@tma/web/session/admin-session';
import { useState } from 'react';

const texts = new Map<string, string>();
onAdminChange(() => texts.clear());

/** @param field any name of the field of that report */
export function useUnsent(field: string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(texts.get(field) ?? '');
  const write = (next: string) => {
    texts.set(field, next);
    setText(next);
  };
  return [text, write];
}

/** What was typed there is sent, or given up. */
export const forgetUnsent = (field: string): void => void texts.delete(field);
