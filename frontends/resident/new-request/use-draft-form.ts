import { useFieldWords } from '@tma/web/forms/field-words';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { changed, type KeptDraft, storeDraft } from './draft.ts';
import type { Draft } from './report-fields.ts';

/**
 * The form's values, which begin with the person's draft. Every change is stored.
 * @param beforeChange called with the key of the draft that is about to change
 */
export function useDraftForm(userId: string, first: KeptDraft, beforeChange: (key: string) => void) {
  const form = useForm<Draft>({ defaultValues: first.draft });
  const errors = useFieldWords(form);
  const kept = useRef(first);
  const before = useRef(beforeChange);
  useEffect(() => {
    before.current = beforeChange;
  });
  const [issue, image, document] = useWatch({ control: form.control, name: ['issue', 'image', 'document'] });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const known = kept.current;
          kept.current = changed(known, { ...values });
          if (kept.current === known) return;
          before.current(known.key);
          storeDraft(userId, known.draft, kept.current);
        },
      }),
    [form, userId],
  );
  /** The key of the draft as it is now. */
  const key = () => kept.current.key;
  return { form, errors, issue, files: { image, document }, key };
}
