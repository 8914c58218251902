import { defaultStatus } from '@tma/contracts/reports/statuses';
import type { Profile } from '@tma/web/api/tables';
import { upload } from '@tma/web/api/upload';
import { residentToken } from '../resident-token.ts';
import { nameToShow } from '../use-profile.ts';
import { type Draft, draftFields } from './report-fields.ts';

/** The report as it is sent. The texts go before the files: the server reads the parts as they arrive. */
export function reportForm(draft: Draft, profile: Profile): FormData {
  const form = new FormData();
  const { id: userId, tehsil } = profile;
  const sender = { name: nameToShow(profile), status: defaultStatus, userId, tehsil };
  for (const [name, text] of Object.entries(sender)) form.set(name, text);
  for (const name of draftFields) {
    const value = draft[name];
    if (value) form.set(name, value);
  }
  return form;
}

interface UploadControl {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Submits the report. A repeated key returns the first report again: what is sent twice is one report. */
export const submitReport = async (form: FormData, key: string, control: UploadControl) =>
  upload('POST /newrequest', {
    body: form,
    token: await residentToken(),
    headers: { 'idempotency-key': key },
    ...control,
  });
