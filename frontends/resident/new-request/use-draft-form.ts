import { useFieldWords } from '@tma/web/forms/field-words';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Draft } from './report-draft.ts';
import { changed, newKeyFor, type StoredDraft, storeDraft } from './stored-draft.ts';
import type { TakenBack } from './submit.ts';

/**
 * The form's values, which begin with the person's draft. Every change is stored.
 * @param claim called with the key of the draft that is about to change. It takes the report of that key back, so that nobody sends
 * it; null where it was not submitted
 */
export function useDraftForm(userId: string, first: StoredDraft, claim: (key: string) => Promise<TakenBack> | null) {
  const form = useForm<Draft>({ defaultValues: first.draft });
  const errors = useFieldWords(form);
  const latest = useRef(first);
  const claimNow = useEffectEvent(claim);
  const claiming = useRef<Promise<boolean>>(null);
  const [issue, image, document] = useWatch({ control: form.control, name: ['issue', 'image', 'document'] });
  useEffect(() => {
    const store = (before: StoredDraft | undefined, now: StoredDraft) => {
      latest.current = now;
      storeDraft(userId, before, now);
    };
    const settle = (taken: TakenBack, before: StoredDraft) => {
      // The change came too late: the report was sent as it was before, and the page is left.
      if (taken === 'sent') return false;
      claiming.current = null;
      const isBack = taken === 'returned';
      store(isBack ? before : undefined, newKeyFor(latest.current.draft));
      return isBack;
    };
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const before = latest.current;
        const next = changed(before, { ...values });
        if (next === before) return;
        const claimed = claiming.current ? null : claimNow(before.key);
        if (!claimed && !claiming.current) return store(before, next);
        // It keeps its key as long as somebody may be sending it.
        latest.current = { draft: next.draft, key: before.key };
        if (claimed) claiming.current = claimed.then((taken) => settle(taken, before));
      },
    });
  }, [form, userId]);
  /** The draft as it is now; a new object after each change. */
  const current = () => latest.current;
  /** Resolves once the key of the draft is final. False where it is not to be sent: it was sent before, or a message says what happened. */
  const settled = async () => claiming.current ?? true;
  return { form, errors, issue, files: { image, document }, current, settled };
}
