/** Errors in the form that belongs to the caller's path. A new form is an entry of `forms`. */
import type { ErrorForm } from '@tma/contracts';
import { escapeXml } from '../html.ts';
import { type FieldError, problemBody } from '../problem.ts';
import { HttpError } from './http-error.ts';
import { BadJson } from './json.ts';

/**
 * Why a caller's token is not accepted: there is none, it does not verify, its session has ended, it is for another
 * audience, the administrator's role may not do this, or it is only for setting up a second factor.
 */
type Reason = 'missing' | 'bad' | 'ended' | 'audience' | 'role' | 'enrol';

/** The parts of a request that decide the form of its errors. */
interface Asked {
  requestId: string;
  /** Without the query. */
  path: string;
  /** The header `x-supabase-api-version`. */
  apiVersion?: unknown;
}

interface Written {
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

interface Form {
  write(error: HttpError, asked: Asked): Written;
  /**
   * The form's own code for a refusal that is the same in every operation, and its code and message for a body that is
   * not JSON; null where `HttpError` has them.
   */
  invalid: { code: string; badJson(reason: string): [code: string, message: string] } | null;
  tokens: Record<Reason, [status: number, code: string, message: string]>;
}

const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });

/** What is wrong in each place. Every 400 `invalid_request` names it: of the request as a whole the path is empty. */
function errorsOf({ status, code, message, details }: HttpError): FieldError[] | undefined {
  const isInvalid = status === 400 && code === 'invalid_request';
  return details.errors ?? (isInvalid ? [{ path: '', message }] : undefined);
}

const problem: Form = {
  write: (error, { requestId }) => ({
    ...json(problemBody(error.status, error.code, error.message, requestId, errorsOf(error))),
    contentType: 'application/problem+json',
  }),
  invalid: null,
  tokens: {
    missing: [401, 'unauthorized', 'Authentication required. Please sign in again.'],
    bad: [401, 'bad_token', 'This token is not valid or has expired. Please sign in again.'],
    ended: [401, 'session_ended', 'This session has ended. Please sign in again.'],
    audience: [403, 'forbidden', 'This account may not do that.'],
    enrol: [403, 'second_factor_required', 'Set up your second factor first.'],
    role: [403, 'not_your_role', 'Your role may not do that.'],
  },
};

/** Versions are days; anything else counts as the first version, as with GoTrue. */
const isSince2024 = (version: unknown): version is string =>
  typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2024-01-01';

/** GoTrue has two forms, the second since 2024-01-01. Codes: its `internal/api/apierrors/errorcode.go`. */
const gotrue: Form = {
  write({ status, code, message, details }, { apiVersion }) {
    const weak = details.reasons && { weak_password: { reasons: details.reasons } };
    const headers = { 'x-sb-error-code': code };
    if (!isSince2024(apiVersion)) {
      return { ...json({ code: status, error_code: code, msg: message, ...weak }), headers };
    }
    return { ...json({ code, message, ...weak }), headers: { ...headers, 'x-supabase-api-version': apiVersion } };
  },
  invalid: {
    code: 'validation_failed',
    badJson: (reason) => ['bad_json', `Could not parse request body as JSON: ${reason}`],
  },
  tokens: {
    missing: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    bad: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
    ended: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
    audience: [403, 'bad_jwt', 'invalid JWT: token has another audience'],
    enrol: [403, 'insufficient_aal', 'Set up your second factor first.'],
    role: [403, 'not_your_role', 'Your role may not do that'],
  },
};

/** Codes: PostgREST's page "Errors". */
const postgrest: Form = {
  write: ({ code, message }) => json({ code, message, details: null, hint: null }),
  invalid: { code: '22023', badJson: () => ['PGRST102', 'Empty or invalid json'] },
  tokens: {
    missing: [401, 'PGRST301', 'A signed-in session is needed'],
    bad: [401, 'PGRST301', 'JWT invalid or expired'],
    ended: [401, 'PGRST301', 'JWT belongs to a session that has ended'],
    audience: [403, '42501', 'permission denied for this role'],
    enrol: [403, '42501', 'Set up your second factor first.'],
    role: [403, '42501', 'permission denied for this role'],
  },
};

/** Open311, GeoReport v2, "Errors": the code is the status, and a path that ends in `.xml` is answered in XML. */
const open311: Form = {
  write({ status, message }, { path }) {
    if (!path.endsWith('.xml')) return json([{ code: status, description: message }]);
    const error = `<error><code>${status}</code><description>${escapeXml(message)}</description></error>`;
    return {
      contentType: 'application/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?>\n<errors>${error}</errors>`,
    };
  },
  invalid: null,
  tokens: problem.tokens,
};

const forms: Record<ErrorForm, Form> = { problem, gotrue, postgrest, open311 };

/** The form of errors under paths that no operation has. */
export function formOfPath(path: string): ErrorForm {
  const isBelow = (root: string) => path === root || path.startsWith(`${root}/`);
  if (isBelow('/auth/v1')) return 'gotrue';
  if (isBelow('/rest/v1')) return 'postgrest';
  return isBelow('/open311') ? 'open311' : 'problem';
}

/** The error with the code that clients of the form know. */
export function inForm(form: ErrorForm, error: HttpError): HttpError {
  const { invalid } = forms[form];
  if (!invalid || error.code !== 'invalid_request') return error;
  const { cause } = error.details;
  const [code, message] = cause instanceof BadJson ? invalid.badJson(cause.message) : [invalid.code, error.message];
  return new HttpError(error.status, code, message, error.details);
}

export const writeError = (form: ErrorForm, error: HttpError, asked: Asked): Written => forms[form].write(error, asked);

/** The error to throw for a token that is not accepted. @param headers of the answer, beside what a 401 has */
export function tokenError(form: ErrorForm, reason: Reason, headers: Record<string, string> = {}): HttpError {
  const [status, code, message] = forms[form].tokens[reason];
  return new HttpError(status, code, message, {
    headers: { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer' }) },
  });
}
