import { HttpError } from '@tma/kit';

/** Returns what the caller is to be told; throws anything else. */
export function onlyHttpErrors(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}
