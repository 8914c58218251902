/** A call that did not succeed. `status` is 0 when no answer came; then `message` is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's code for what went wrong (`invalid_request`, `PGRST116`, `weak_password`), or empty. */
  readonly code: string;
  /** What is wrong with which field of the request. */
  readonly errors: readonly { path: string; message: string }[];
  /** After how many seconds to try again, where the answer says so (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    errors: ApiError['errors'] = [],
    retryAfter: number | undefined = undefined,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The status of an error that was thrown; 0 where no answer came, and for any other error. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

/** Whether it may succeed at another try: no answer came, or the server failed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Reads an error body in any of the three formats that the portal answers in: a problem (RFC 9457), PostgREST's, or
 * GoTrue's in its old form (`code` is the status, `error_code` the code) and its new one. Any other body gives empty texts.
 * @param retryAfter the header of that name, in seconds
 */
export function readError(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const fields: Record<string, unknown> = Object(body);
  const code = stringOf(fields.error_code) || stringOf(fields.code);
  const message = stringOf(fields.message) || stringOf(fields.msg) || stringOf(fields.detail);
  const errors = Array.isArray(fields.errors) ? fields.errors.flatMap(readFieldError) : [];
  return new ApiError(status, code, message, errors, seconds);
}

function readFieldError(value: unknown): ApiError['errors'] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, message } = value as Record<string, unknown>;
  return [{ path: stringOf(path), message: stringOf(message) }];
}
