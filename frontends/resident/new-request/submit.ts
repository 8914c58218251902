import { defaultStatus } from '@tma/contracts/reports/statuses';
import type { Profile } from '@tma/web/tables';
import { upload } from '@tma/web/upload';
import { token } from '../token.ts';
import { fullName } from '../use-profile.ts';
import type { Draft } from './draft.ts';

/** The report as it is sent. The texts go before the files: the server reads the parts as they come. */
export function reportForm(draft: Draft, profile: Profile): FormData {
  const form = new FormData();
  const texts = {
    issue: draft.issue,
    location: draft.location,
    description: draft.description,
    name: fullName(profile),
    status: defaultStatus,
    userId: profile.id,
    tehsil: profile.tehsil,
  };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  if (draft.schedule) form.set('schedule', draft.schedule);
  if (draft.image) form.set('image', draft.image);
  if (draft.document) form.set('document', draft.document);
  return form;
}

interface Sending {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Submits the report. The same key answers the first report again, so what is sent twice is still one. */
export const submitReport = async (form: FormData, key: string, sending: Sending) =>
  upload('POST /newrequest', {
    body: form,
    token: await token(),
    headers: { 'idempotency-key': key },
    ...sending,
  });
