import { id as uuidRule } from '@tma/contracts/scalars';
import { ZodError, type z } from 'zod';
import type { FieldError } from '../problem.ts';
import { isEnded, isUnavailable } from '../unavailable.ts';

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

/** 401: the account was erased since its token was issued. */
export const accountErased = () =>
  new HttpError(401, 'session_ended', 'This account is no more.', { headers: { 'www-authenticate': 'Bearer' } });

/** 404 */
export const notFound = (what = 'Not found') => new HttpError(404, 'not_found', what);

/** 404: the token of a mailed link opens nothing. */
export const unknownLink = () => new HttpError(404, 'link_unknown', 'This link does not work.');

/** Throws 404 for what is no UUID: nothing has it for an id. */
export function requireId(id: string): void {
  if (!uuidRule.safeParse(id).success) throw notFound();
}

/** Of one field. @param message a whole sentence */
export const fieldError = (status: number, code: string, path: string, message: string) =>
  new HttpError(status, code, message, { errors: [{ path, message }] });

/** 400: a field is wrong. @param message continues a sentence that begins with the field's name */
export const invalidField = (path: string, message: string) =>
  new HttpError(400, 'invalid_request', `${path}: ${message}`, { errors: [{ path, message }] });

/** 400: a field is missing. @param sentence the message */
export const missingField = (path: string, sentence: string) => fieldError(400, 'invalid_request', path, sentence);

/** 408: what the caller sends takes too long. */
export const tooSlow = () => new HttpError(408, 'too_slow', 'The request took too long.');

/** 503: something that the service depends on is away. @param cause for the log */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', 'A part of the portal is not available. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  });

/** fastify's own errors, in our codes. */
const fastifyErrors: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'This content type is not taken here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as announced.'],
  // No path has so long a part.
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'There is nothing here.'],
};

/**
 * Turns anything thrown into an `HttpError`: input that does not fit its schema is 400 and names each field, a dependency
 * that is away or too slow is 503, and any other error is a 500 that reveals nothing.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ZodError) {
    const errors = error.issues.flatMap(fieldErrors);
    const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    return new HttpError(400, 'invalid_request', detail, { errors });
  }
  if (isUnavailable(error) || isEnded(error)) return unavailable(error);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : fastifyErrors[code];
  if (known) return new HttpError(...known, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, 'invalid_request', 'The request cannot be read.', { cause: error });
  }
  return new HttpError(500, 'internal', 'Something went wrong on our side.', { cause: error });
}

/** For a value that fits none of several schemas: what is wrong according to the first. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const first = issue.code === 'invalid_union' ? issue.errors[0] : undefined;
  if (!first?.length) return [{ path: issue.path.join('.'), message: issue.message }];
  return first.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }));
}
