/** Errors in the form that the caller's path speaks: RFC 9457, GoTrue's or PostgREST's. */
import type { ErrorForm } from '@tma/contracts';
import { problemBody } from '../problem.ts';
import { HttpError } from './http-error.ts';
import { BadJson } from './json.ts';

/**
 * The same error with the code that clients of the form know, for what every operation refuses alike (a body that is no
 * JSON, a field of the wrong kind). Codes: GoTrue's `internal/api/apierrors/errorcode.go`, PostgREST's page "Errors".
 */
export function withCodeOfForm(form: ErrorForm, error: HttpError): HttpError {
  if (form === 'problem' || error.code !== 'invalid_request') return error;
  const { cause } = error.details;
  const [code, message] =
    cause instanceof BadJson
      ? badJson(form, cause)
      : [form === 'gotrue' ? 'validation_failed' : '22023', error.message];
  return new HttpError(error.status, code, message, error.details);
}

const badJson = (form: ErrorForm, { message }: BadJson): [code: string, message: string] =>
  form === 'gotrue'
    ? ['bad_json', `Could not parse request body as JSON: ${message}`]
    : ['PGRST102', 'Empty or invalid json'];

/**
 * The body of an error.
 * @param requestId the answer's `x-request-id`; only a problem repeats it
 * @param newForm whether GoTrue's form since 2024-01-01 is wanted; the other forms have one only
 */
export function errorBody(error: HttpError, form: ErrorForm, requestId: string, newForm: boolean): object {
  const { status, code, message, details } = error;
  if (form === 'postgrest') return { code, message, details: null, hint: null };
  if (form === 'gotrue') {
    const weak = details.reasons && { weak_password: { reasons: details.reasons } };
    return newForm ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak };
  }
  return problemBody(status, code, message, requestId, details.errors);
}
