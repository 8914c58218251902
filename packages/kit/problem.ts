/** Errors in the form of RFC 9457, and headers that are passed on. Without imports: a small server loads it alone. */

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** One wrong field: its name, dotted where it is nested, and what is wrong with it. */
export interface FieldError {
  path: string;
  message: string;
}

/**
 * An `application/problem+json` body (RFC 9457), in the order in which its members are sent. `message` repeats `detail`
 * for clients that read `message`.
 * @param code what programs decide by, like `not_found`
 * @param requestId the answer's `x-request-id`
 */
export const problemBody = (
  status: number,
  code: string,
  detail: string,
  requestId: string,
  errors?: readonly FieldError[],
) => ({
  type: 'about:blank',
  title: titles[status] ?? 'Error',
  status,
  detail,
  message: detail,
  code,
  requestId,
  ...(errors && { errors }),
});

/** The headers that name a limit and when to try again: whoever passes on an answer's refusal sends them, too. */
export const limitHeaders = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => /^(retry-after|ratelimit(-\w+)?)$/.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
