import type { ErrorForm } from '@tma/contracts';
import { ZodError, type z } from 'zod';
import { isUnavailable } from './db.ts';

interface Details {
  /** Each wrong field, for forms. */
  errors?: { path: string; message: string }[];
  /** Why a password is too weak (GoTrue's `weak_password`). */
  reasons?: string[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An answer other than success: `message` is for the caller, `cause` for the log alone. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const notFound = (what = 'Not found') => new HttpError(404, 'not_found', what);
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', 'A part of the portal is not available. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  });

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** What fastify itself refuses, in our codes. */
const fastifyCodes: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'This content type is not taken here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as announced.'],
};

/** Turns anything thrown into a refusal. What is not a refusal, a bad input or a lost dependency is a 500 that tells nothing. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ZodError) {
    const errors = error.issues.flatMap(faultsOf);
    const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    return new HttpError(400, 'invalid_request', detail, { errors });
  }
  if (isUnavailable(error)) return unavailable(error);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : fastifyCodes[code];
  if (known) return new HttpError(...known, { cause: error });
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new HttpError(statusCode ?? 400, 'invalid_request', 'The request cannot be read.', { cause: error });
  }
  return new HttpError(500, 'internal', 'Something went wrong on our side.', { cause: error });
}

/** Of what fits none of several shapes, what keeps it from fitting the first. */
function faultsOf(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const first = issue.code === 'invalid_union' ? issue.errors[0] : undefined;
  if (!first?.length) return [{ path: issue.path.join('.'), message: issue.message }];
  return first.flatMap((inner) => faultsOf({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The body of a refusal in the form the caller's path speaks. `newForm` is GoTrue's form since 2024-01-01. */
export function errorBody(refusal: HttpError, form: ErrorForm, requestId: string, newForm: boolean): object {
  const { status, code, message, details } = refusal;
  if (form === 'postgrest') return { code, message, details: null, hint: null };
  if (form === 'gotrue') {
    const weak = details.reasons && { weak_password: { reasons: details.reasons } };
    return newForm ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak };
  }
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail: message,
    message,
    code,
    requestId,
    ...(details.errors && { errors: details.errors }),
  };
}
