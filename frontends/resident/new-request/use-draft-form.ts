import { useFieldWords } from '@tma/web/forms/field-words';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { changed, type KeptDraft, newKeyFor, storeDraft } from './draft.ts';
import type { Draft } from './report-draft.ts';
import type { TakenBack } from './submit.ts';

/**
 * The form's values, which begin with the person's draft. Every change is stored.
 * @param claim called with the key of the draft that is about to change. It takes the report of that key back, so that nobody sends
 * it; null where it was not submitted
 */
export function useDraftForm(userId: string, first: KeptDraft, claim: (key: string) => Promise<TakenBack> | null) {
  const form = useForm<Draft>({ defaultValues: first.draft });
  const errors = useFieldWords(form);
  const kept = useRef(first);
  const claimNow = useEffectEvent(claim);
  const claiming = useRef<Promise<boolean>>(null);
  const [issue, image, document] = useWatch({ control: form.control, name: ['issue', 'image', 'document'] });
  useEffect(() => {
    const keep = (before: Draft | undefined, now: KeptDraft) => {
      kept.current = now;
      storeDraft(userId, before, now);
    };
    const settle = (taken: TakenBack, before: Draft) => {
      // The change came too late: the report was sent as it was before, and the page is left.
      if (taken === 'sent') return false;
      claiming.current = null;
      const isBack = taken === 'returned';
      keep(isBack ? before : undefined, newKeyFor(kept.current.draft));
      return isBack;
    };
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const before = kept.current;
        const next = changed(before, { ...values });
        if (next === before) return;
        const claimed = claiming.current ? null : claimNow(before.key);
        if (!claimed && !claiming.current) return keep(before.draft, next);
        // It keeps its key as long as somebody may be sending it.
        kept.current = { draft: next.draft, key: before.key };
        if (claimed) claiming.current = claimed.then((taken) => settle(taken, before.draft));
      },
    });
  }, [form, userId]);
  /** The draft as it is now; a new object after each change. */
  const current = () => kept.current;
  /** Resolves once the key of the draft is final. False where it is not to be sent: it was sent before, or a message says what happened. */
  const settled = async () => claiming.current ?? true;
  return { form, errors, issue, files: { image, document }, current, settled };
}
