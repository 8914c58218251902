/** Errors in the form of RFC 9457, and headers that are passed on. A small server loads it alone. */
import { STATUS_CODES } from 'node:http';

/** The names of statuses. Node has two of them from before RFC 9110. */
const titles: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
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
