import { callForResponse } from '@tma/web/api/call';
import { onAdminChange } from '@tma/web/session/admin-session';
import { queryOf } from '../chosen.ts';
import type { ListQuery } from '../segments.ts';

/** What is being fetched. It may take minutes, and goes on where the page is left, but not for who signs in next. */
const running = new Set<AbortController>();
onAdminChange(() => {
  for (const one of running) one.abort();
});

/** Fetches the chosen reports as CSV and hands the response on; the fetch ends with what `use` makes of it. Throws `ApiError`. */
export async function fetchCsv<T>(
  { token, ...chosen }: ListQuery,
  use: (response: Response) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  running.add(ended);
  try {
    const query = queryOf(chosen);
    const response = await callForResponse('GET /adminrequests.csv', { query, token, signal: ended.signal });
    return await use(response);
  } finally {
    // What is left of it is not wanted.
    ended.abort();
    running.delete(ended);
  }
}
