/** A call that did not succeed. `status` is 0 when no answer came; then `message` is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's word for what went wrong (`invalid_request`, `PGRST116`, `weak_password`), or empty. */
  readonly code: string;
  /** What is wrong with which field of the request. */
  readonly errors: readonly { path: string; message: string }[];

  constructor(status: number, code: string, message: string, errors: ApiError['errors'] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Reads an error body in any of the three forms the portal answers: a problem (RFC 9457), PostgREST's, or GoTrue's in its
 * old form (`code` is the number, `error_code` the word) and its new one. A body in none of them gives empty words.
 */
export function readError(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null) return new ApiError(status, '', '');
  const said = body as Record<string, unknown>;
  const code = textOf(said.error_code) || textOf(said.code);
  const message = textOf(said.message) || textOf(said.msg) || textOf(said.detail);
  return new ApiError(status, code, message, Array.isArray(said.errors) ? said.errors.flatMap(readFieldError) : []);
}

function readFieldError(value: unknown): ApiError['errors'] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, message } = value as Record<string, unknown>;
  return [{ path: textOf(path), message: textOf(message) }];
}
