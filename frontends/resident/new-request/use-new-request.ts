import type { Session } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { pagePath } from '@tma/contracts/pages';
import { useConfig } from '@tma/web/api/portal-config';
import { newRequestError } from '@tma/web/errors/error-texts';
import { refusedFile } from '@tma/web/errors/field-errors';
import { useNavigate } from '@tma/web/router';
import { type SubmitEvent, useRef, useState } from 'react';
import { messageState } from '../arrival-message.ts';
import { useT } from '../texts.ts';
import { profileFrom, useProfile } from '../use-profile.ts';
import { deleteDraft, type KeptDraft } from './draft.ts';
import { type DraftProblems, problemsOf } from './draft-problems.ts';
import { fileProblemText } from './file-problem-text.ts';
import { documentsFor } from './guidance.tsx';
import { missingOutcome, type Outcome, outcomeOf } from './outcome.ts';
import { isTextName } from './report-fields.ts';
import { reportForm } from './submit.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useSending } from './use-sending.ts';

/** The form of a new request: its draft, its checks in the order of the specification, and the outcome of sending it. */
export function useNewRequest(user: Session['user'], kept: KeptDraft) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  // Until the server's configuration is known.
  const maxMb = useConfig()?.maxUploadMb ?? limits.uploadMb;
  const profile = useProfile(user).data ?? profileFrom(user);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const written = useDraftForm(user.id, kept);
  const { form, errors, issue, files, key } = written;
  const { choose, whenFitted } = useChosenFiles(written, maxMb);
  const { share, send, stop } = useSending();
  const submitting = useRef(false);

  const showProblems = ({ missing, files }: DraftProblems) => {
    if (missing.length > 0) setOutcome(missingOutcome(missing));
    const texts = missing.filter(isTextName);
    for (const name of texts) errors.fail(name, () => t('newRequest.missingField'));
    if (texts[0]) form.setFocus(texts[0]);
    for (const [field, problem] of files) errors.fail(field, () => fileProblemText(field, problem, maxMb));
  };

  const sendIfComplete = form.handleSubmit(async (values) => {
    const draft = { ...values, document: documentsFor(values.issue).length > 0 ? values.document : null };
    const problems = problemsOf(draft, profile, maxMb);
    if (problems) return showProblems(problems);
    try {
      await send(reportForm(draft, profile), key());
    } catch (error) {
      const field = refusedFile(error);
      if (field) errors.fail(field, () => newRequestError(error));
      else setOutcome(outcomeOf(error));
      return;
    }
    await Promise.all([deleteDraft(user.id, key()), client.invalidateQueries({ queryKey: ['reports'] })]);
    const state = messageState('success', 'newRequest.success');
    navigate(pagePath('userDashboard', { tab: 'mycomplaints' }), { replace: true, state });
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (submitting.current) return;
    submitting.current = true;
    form.clearErrors();
    setOutcome(null);
    await whenFitted();
    await sendIfComplete().finally(() => {
      submitting.current = false;
    });
  };

  return { form, errors, issue, files, choose, submit, outcome, share, stop, key };
}
