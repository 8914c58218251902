import { HttpError } from '@tma/kit';

/** Returns an error that is an answer to the caller; throws any other. */
export function onlyHttpErrors(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

/** Whether something was refused for what the caller sent, not for what failed here. */
export const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status < 500;
