import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type Draft, draftOf, keepDraft } from './draft.ts';

/** The form's values, beginning with the person's draft and keeping it with every change. */
export function useDraftForm(userId: string) {
  const form = useForm<Draft>({ defaultValues: draftOf(userId) });
  const [issue, image, document] = useWatch({ control: form.control, name: ['issue', 'image', 'document'] });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(userId, { ...values }) }),
    [form, userId],
  );
  return { form, issue, files: { image, document } };
}
