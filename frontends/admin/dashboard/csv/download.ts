import { statusOf } from '@tma/web/api/api-error';
import { callForResponse } from '@tma/web/api/call';
import { saveFile } from '@tma/web/api/save-file';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords, type Words } from '@tma/web/language/words';
import { onAdminChange } from '@tma/web/session/admin-session';
import { t } from '../../texts.ts';
import { queryOf } from '../chosen.ts';
import type { ListQuery } from '../segments.ts';
import { fileNameOf } from './file-name.ts';

/** What is being fetched. It may take minutes, and goes on where the page is left, but not for who signs in next. */
const running = new Set<AbortController>();
onAdminChange(() => {
  for (const one of running) one.abort();
});

type Ask = (signal: AbortSignal) => Promise<Response>;

export const askForReports =
  ({ token, ...chosen }: ListQuery): Ask =>
  (signal) =>
    callForResponse('GET /adminrequests.csv', { query: queryOf(chosen), token, signal });

/** Fetches a file and hands the response on; the fetch ends with what `use` makes of it. Throws `ApiError`. */
export async function fetchFile<T>(ask: Ask, use: (response: Response) => Promise<T>): Promise<T> {
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

/** Why there is no CSV, in words. @param otherwise said where the answer gives no reason */
export function csvFailureText(error: unknown, otherwise: string): string {
  const status = statusOf(error);
  if (status === 401) return t('csv.signedOut');
  return status === 429 ? t('csv.tooMany') : otherwise;
}

/** Saves a CSV as a file. A plain link could not send the token. @param failed said where it could not be */
export function useDownload(ask: Ask, failed: Words) {
  const [failure, setFailure] = useWords();
  const single = useSingle(async () => {
    setFailure(undefined);
    try {
      await fetchFile(ask, async (response) => {
        const name = fileNameOf(response.headers.get('content-disposition'));
        // A blob: the browser keeps it outside of the page's memory, a large one on its disk.
        saveFile(await response.blob(), name ?? 'list.csv');
      });
    } catch (error) {
      console.warn('The list could not be downloaded:', error);
      setFailure(() => csvFailureText(error, failed()));
    }
  });
  return { ...single, failure };
}
