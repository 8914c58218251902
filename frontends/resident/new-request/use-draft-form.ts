import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { changed, type Draft, type KeptDraft, keepDraft } from './draft.ts';

/** The form's values, beginning with the person's draft and keeping it with every change. */
export function useDraftForm(userId: string, first: KeptDraft) {
  const form = useForm<Draft>({ defaultValues: first.draft });
  const kept = useRef(first);
  const [issue, image, document] = useWatch({ control: form.control, name: ['issue', 'image', 'document'] });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const before = kept.current;
          kept.current = changed(before, { ...values });
          if (kept.current !== before) keepDraft(userId, before.draft, kept.current);
        },
      }),
    [form, userId],
  );
  /** The key of the draft as it is now. */
  const key = () => kept.current.key;
  return { form, issue, files: { image, document }, key };
}
