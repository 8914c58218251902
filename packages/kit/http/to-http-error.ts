import { ZodError, type z } from 'zod';
import type { FieldError } from '../problem.ts';
import { isUnavailable } from '../unavailable.ts';
import { HttpError, unavailable } from './http-error.ts';

/** fastify's own errors, in our codes. */
const fastifyErrors: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'This content type is not taken here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as announced.'],
};

/**
 * Turns anything thrown into an `HttpError`: input that does not fit its schema is 400 and names each field, a dependency
 * that is away is 503, and what is not known is a 500 that reveals nothing.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ZodError) {
    const errors = error.issues.flatMap(fieldErrors);
    const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    return new HttpError(400, 'invalid_request', detail, { errors });
  }
  if (isUnavailable(error)) return unavailable(error);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : fastifyErrors[code];
  if (known) return new HttpError(...known, { cause: error });
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new HttpError(statusCode ?? 400, 'invalid_request', 'The request cannot be read.', { cause: error });
  }
  return new HttpError(500, 'internal', 'Something went wrong on our side.', { cause: error });
}

/** Of a value that fits none of several schemas, what is wrong by the first of them. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const first = issue.code === 'invalid_union' ? issue.errors[0] : undefined;
  if (!first?.length) return [{ path: issue.path.join('.'), message: issue.message }];
  return first.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }));
}
