import type { Session } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { newRequestError, refusedFile } from '@tma/web/errors';
import { useConfig } from '@tma/web/portal-config';
import { useNavigate } from '@tma/web/router';
import { type SubmitEvent, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import { profileFrom, useProfile } from '../use-profile.ts';
import { forgetDraft, type KeptDraft } from './draft.ts';
import { faultText } from './fault-text.ts';
import { documentsFor } from './guidance.tsx';
import { missingOutcome, type Outcome, outcomeOf } from './outcome.ts';
import { reportForm } from './submit.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useSending } from './use-sending.ts';
import { type Wrong, wrongWith } from './wrong.ts';

/** The largest file taken, in megabytes, as long as the server has not said. */
const usualMaxMb = 10;

/** The form of a new request: its draft, its rules in the order of the specification, and what sending it answers. */
export function useNewRequest(user: Session['user'], kept: KeptDraft) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const maxMb = useConfig()?.maxUploadMb ?? usualMaxMb;
  const profile = useProfile(user).data ?? profileFrom(user);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { form, issue, files, key } = useDraftForm(user.id, kept);
  const { choose, fitted } = useChosenFiles(form, maxMb);
  const { share, send, stop } = useSending();
  const underWay = useRef(false);

  const sayWhatIsWrong = ({ missing, files }: Wrong) => {
    if (missing.length > 0) setOutcome(missingOutcome(missing));
    const typed = missing.filter((name) => name === 'issue' || name === 'location' || name === 'description');
    for (const name of typed) form.setError(name, { message: t('newRequest.missingField') });
    if (typed[0]) form.setFocus(typed[0]);
    for (const [field, fault] of files) form.setError(field, { message: faultText(field, fault, maxMb) });
  };

  const sendIfWhole = form.handleSubmit(async (values) => {
    const draft = { ...values, document: documentsFor(values.issue).length > 0 ? values.document : null };
    const wrong = wrongWith(draft, profile, maxMb);
    if (wrong) return sayWhatIsWrong(wrong);
    try {
      await send(reportForm(draft, profile), key());
    } catch (error) {
      const field = refusedFile(error);
      if (field) form.setError(field, { message: newRequestError(error) });
      else setOutcome(outcomeOf(error));
      return;
    }
    await Promise.all([forgetDraft(user.id, key()), client.invalidateQueries({ queryKey: ['reports'] })]);
    navigate('/userDashboard?tab=mycomplaints', { replace: true, state: { message: t('newRequest.success') } });
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    form.clearErrors();
    setOutcome(null);
    await fitted();
    await sendIfWhole().finally(() => {
      underWay.current = false;
    });
  };

  return { form, issue, files, choose, submit, outcome, share, stop, key };
}
