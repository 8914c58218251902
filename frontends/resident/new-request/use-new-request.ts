import type { Session } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api-error';
import { newRequestError, refusedFile } from '@tma/web/errors';
import { useConfig } from '@tma/web/portal-config';
import { useNavigate } from '@tma/web/router';
import { type SubmitEvent, useState } from 'react';
import { useT } from '../texts.ts';
import { givenName, profileFrom, useProfile } from '../use-profile.ts';
import { type Draft, forgetDraft, keyOf } from './draft.ts';
import { faultText } from './fault-text.ts';
import { type FileFault, type FileField, faultOf, fileFields } from './files.ts';
import { documentsFor } from './guidance.tsx';
import { missingNames } from './missing.ts';
import { reportForm, submitReport } from './submit.ts';
import { useDraftForm } from './use-draft-form.ts';

/** The largest file taken, in megabytes, as long as the server has not said. */
const usualMaxMb = 10;

/** The form of a new request: its draft, its rules in the order of the specification, and what sending it answers. */
export function useNewRequest(user: Session['user']) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const maxMb = useConfig()?.maxUploadMb ?? usualMaxMb;
  const profile = useProfile(user).data ?? profileFrom(user);
  const [failure, setFailure] = useState<string | null>(null);
  const [signedOut, setSignedOut] = useState(false);
  const { form, issue, files } = useDraftForm(user.id);

  const sayFault = (field: FileField, fault: FileFault) =>
    form.setError(field, { message: faultText(field, fault, maxMb) });

  const choose = (field: FileField, file: File | null) => {
    form.setValue(field, file);
    form.clearErrors(field);
    const fault = file && faultOf(field, file, maxMb);
    if (fault) sayFault(field, fault);
  };

  /** Says what keeps it from being sent, a missing picture only when nothing else is missing; false when nothing does. */
  const sayWhatIsWrong = (draft: Draft) => {
    const missing = missingNames({ ...draft, name: givenName(profile), userId: profile.id, tehsil: profile.tehsil });
    if (missing.length > 0) {
      setFailure(t('newRequest.missing', { names: missing.join(', ') }));
      const typed = missing.filter((name) => name === 'issue' || name === 'location' || name === 'description');
      for (const name of typed) form.setError(name, { message: t('newRequest.missingField') });
      if (typed[0]) form.setFocus(typed[0]);
    }
    const faults = fileFields.map((field) => {
      const fault = faultOf(field, draft[field], maxMb);
      if (fault && (fault !== 'missing' || missing.length === 0)) sayFault(field, fault);
      return fault;
    });
    return missing.length > 0 || faults.some((fault) => fault !== null);
  };

  const send = form.handleSubmit(async (values) => {
    const draft = { ...values, document: documentsFor(values.issue).length > 0 ? values.document : null };
    if (sayWhatIsWrong(draft)) return;
    try {
      await submitReport(reportForm(draft, profile), keyOf(user.id));
    } catch (error) {
      const field = refusedFile(error);
      if (field) form.setError(field, { message: newRequestError(error) });
      else setFailure(newRequestError(error));
      setSignedOut(error instanceof ApiError && error.status === 401);
      return;
    }
    forgetDraft();
    await client.invalidateQueries({ queryKey: ['reports'] });
    navigate('/userDashboard?tab=mycomplaints', { replace: true, state: { message: t('newRequest.success') } });
  });

  const submit = (event: SubmitEvent) => {
    form.clearErrors();
    setFailure(null);
    setSignedOut(false);
    return send(event);
  };

  return { form, issue, files, choose, submit, failure, signedOut };
}
