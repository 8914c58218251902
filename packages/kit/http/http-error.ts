import type { FieldError } from '../problem.ts';

interface Details {
  /** Each wrong field, for forms. */
  errors?: FieldError[];
  /** Why a password is too weak (GoTrue's `weak_password`). */
  reasons?: string[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** Thrown to answer with something other than success: `message` is for the caller, `details.cause` for the log alone. */
export class HttpError extends Error {
  readonly status: number;
  /** What programs decide by, like `not_found`; in the codes of GoTrue or PostgREST where the operation speaks their form. */
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 404 */
export const notFound = (what = 'Not found') => new HttpError(404, 'not_found', what);

/** 503: something that the service depends on is away. @param cause for the log */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', 'A part of the portal is not available. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  });
