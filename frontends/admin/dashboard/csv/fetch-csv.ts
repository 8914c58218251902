import { callForResponse } from '@tma/web/api/call';
import { onAdminChange } from '@tma/web/session/admin-session';
import { queryOf } from '../chosen.ts';
import type { ListQuery } from '../segments.ts';

/** What is being fetched. It may take minutes, and goes on where the page is left, but not for who signs in next. */
const running = new Set<AbortController>();
onAdminChange(() => {
  for (const one of running) one.abort();
});

/** Asks for the chosen reports as CSV. */
export const askForReports =
  ({ token, ...chosen }: ListQuery) =>
  (signal: AbortSignal) =>
    callForResponse('GET /adminrequests.csv', { query: queryOf(chosen), token, signal });

/** Fetches a CSV and hands the response on; the fetch ends with what `use` makes of it. Throws `ApiError`. */
export async function fetchCsv<T>(
  ask: (signal: AbortSignal) => Promise<Response>,
  use: (response: Response) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  running.add(ended);
  try {
    return await use(await ask(ended.signal));
  } finally {
    // What is left of it is not wanted.
    ended.abort();
    running.delete(ended);
  }
}
