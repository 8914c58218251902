import { HttpError } from '@tma/kit';

/** Returns an error that is an answer to the caller; throws any other. */
export function onlyHttpErrors(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}
