import type { ErrorForm } from '@tma/contracts';
import { HttpError } from './http-error.ts';
import { BadJson } from './json.ts';

/**
 * Says what is refused in every service alike (a body that is no JSON, a field of the wrong kind) with the codes that
 * clients of GoTrue (`internal/api/apierrors/errorcode.go`) and PostgREST ("Errors") know.
 */
export function inWordsOf(form: ErrorForm, refusal: HttpError): HttpError {
  if (form === 'problem' || refusal.code !== 'invalid_request') return refusal;
  const { cause } = refusal.details;
  const [code, message] =
    cause instanceof BadJson
      ? badJson(form, cause)
      : [form === 'gotrue' ? 'validation_failed' : '22023', refusal.message];
  return new HttpError(refusal.status, code, message, refusal.details);
}

const badJson = (form: ErrorForm, { message }: BadJson): [code: string, message: string] =>
  form === 'gotrue'
    ? ['bad_json', `Could not parse request body as JSON: ${message}`]
    : ['PGRST102', 'Empty or invalid json'];
