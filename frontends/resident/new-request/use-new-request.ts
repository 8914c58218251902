import type { Session } from '@supabase/auth-js';
import { documentsOf } from '@tma/contracts/reports/issues';
import { useMaxUploadMb } from '@tma/web/api/portal-config';
import { newRequestError } from '@tma/web/errors/error-texts';
import { fieldErrors, refusedFile } from '@tma/web/errors/field-errors';
import { isIncomplete } from '@tma/web/forms/incomplete';
import { useSingle } from '@tma/web/hooks/use-single';
import { fitPicture } from '@tma/web/pictures/fit-picture';
import { type SubmitEvent, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import { profileFrom, useProfile } from '../use-profile.ts';
import { type DraftProblems, fileProblem, fileProblemText, problemsOf, unreadable } from './draft-problems.ts';
import { missingOutcome, type Outcome, outcomeOf } from './outcome.ts';
import { type DraftField, emptyDraft, type FileFieldName, type RequiredName } from './report-draft.ts';
import type { StoredDraft } from './stored-draft.ts';
import { submissionOf } from './submit.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useSubmitting } from './use-submitting.ts';

/** The form of a new request: its draft, its checks in the order of the specification, and the outcome of sending it. */
export function useNewRequest(user: Session['user'], stored: StoredDraft) {
  const t = useT();
  const maxMb = useMaxUploadMb();
  const profile = useProfile(user).data ?? profileFrom(user);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const showRefusal = (error: unknown) => {
    const field = refusedFile(error);
    if (field) return errors.fail(field, () => newRequestError(error));
    const { location, description } = current().draft;
    for (const { name, words } of fieldErrors(error, { location, description })) errors.fail(name as DraftField, words);
    setOutcome(outcomeOf(error));
  };
  const sending = useSubmitting({ userId: user.id, showOutcome: setOutcome, showRefusal });
  const written = useDraftForm(user.id, stored, sending.claim);
  const { form, errors, issue, files, current, settled } = written;
  const { choose, whenFitted } = useChosenFiles(written, maxMb);

  const showProblems = ({ missing, files }: DraftProblems) => {
    if (missing.length > 0) setOutcome(missingOutcome(missing));
    const fields = missing.filter((name): name is RequiredName & DraftField => name in emptyDraft);
    for (const name of fields) errors.fail(name, () => t('newRequest.missingField'));
    if (fields[0]) form.setFocus(fields[0]);
    for (const [field, problem] of files) errors.fail(field, () => fileProblemText(field, problem, maxMb));
  };

  const sendIfComplete = form.handleSubmit(async (): Promise<void> => {
    // If it was sent as it was before the last change, there is nothing more to send: the page is left.
    if (!(await settled())) return;
    const now = current();
    const { issue, document } = now.draft;
    const draft = { ...now.draft, document: documentsOf(issue).length > 0 ? document : null };
    const problems = problemsOf(draft, profile, maxMb) ?? (await unreadable(draft));
    // It was changed meanwhile, and has another key, or will have one.
    if (current() !== now) return sendIfComplete();
    if (problems) return showProblems(problems);
    await sending.submit(submissionOf(draft, now.key, profile));
  });

  const submitting = useSingle(async () => {
    await whenFitted();
    // A problem with the picture that was found meanwhile is found again, and shown together with what is missing.
    form.clearErrors('image');
    await sendIfComplete();
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.clearErrors();
    setOutcome(null);
    if (isIncomplete(event.currentTarget.elements.namedItem('schedule'))) {
      errors.fail('schedule', () => t('newRequest.wholeDate'));
      return form.setFocus('schedule');
    }
    submitting.run();
  };

  const { share, stop, waiting, showsNotice } = sending;
  return {
    form,
    errors,
    issue,
    files,
    choose,
    submit,
    isSubmitting: submitting.busy,
    outcome,
    share,
    stop,
    current,
    waiting,
    showsNotice,
  };
}

/** Choosing the form's files: a picture is scaled down first, then what is wrong is shown beside the field. */
function useChosenFiles({ form, errors }: ReturnType<typeof useDraftForm>, maxMb: number) {
  const fitting = useRef<Promise<void>>(null);

  const check = (field: FileFieldName) => {
    const problem = fileProblem(field, form.getValues(field), maxMb);
    if (problem && problem !== 'missing') errors.fail(field, () => fileProblemText(field, problem, maxMb));
  };
  const fit = async (file: File) => {
    const fitted = await fitPicture(file);
    // Another may have been chosen meanwhile.
    if (form.getValues('image') !== file) return;
    if (fitted !== file) form.setValue('image', fitted);
    check('image');
  };
  const choose = (field: FileFieldName, file: File | null) => {
    form.setValue(field, file);
    form.clearErrors(field);
    if (field === 'image' && file) fitting.current = fit(file);
    else check(field);
  };
  /** Resolves once the picture is scaled down. A restored draft may have one that is not, because the page was left too early. */
  const whenFitted = () => {
    const image = form.getValues('image');
    // A picture without a problem is left as it is: it may have been sent already, and another picture would make this another report.
    if (image && fileProblem('image', image, maxMb)) fitting.current ??= fit(image);
    return fitting.current;
  };
  return { choose, whenFitted };
}
