import { ApiError } from '@tma/web/api/api-error';
import type { Wait, WaitingState } from '@tma/web/waiting-reports/states';

/** A report that waits on this device: one that was submitted, until it is sent, or an unfinished one that was put aside for another. */
export interface WaitingReport {
  userId: string;
  /** Its `Idempotency-Key`: whoever sends it, and however often, it is one report. */
  key: string;
  /** What its writer filled in, as the form has it, without the files. */
  values: Readonly<Record<string, unknown>>;
  /** The same with what it takes from its writer's profile, as it is sent. */
  fields: Readonly<Record<string, string>>;
  /** When it was stored, by the device's clock, in milliseconds since 1970: for the order of the cards. */
  keptAt: number;
  /** Since when its writer has not been signed in here, by the server's time, in milliseconds since 1970. */
  awaySince?: number;
  state: WaitingState;
  /** Why the portal refused it. */
  refusal?: Refusal;
  /** How long to wait before it is sent again. */
  wait?: Wait;
}

export type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'errors'>;

/** The error that a stored refusal was. */
export const errorOf = ({ status, code, message, errors }: Refusal) => new ApiError(status, code, message, errors);

/** Its files by field, stored beside it: they are large, and never change. */
export type ReportFiles = Readonly<Record<string, File | null>>;

/** The code of a refusal that is the device's own: the browser cannot read a file any more. */
export const filesGone = 'files_gone';

/** The report as it is sent. The fields go before the files: the server reads the parts as they arrive. */
export function formOf({ fields }: Pick<WaitingReport, 'fields'>, files: ReportFiles): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) if (text) form.set(name, text);
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file);
  return form;
}
