import { saveFile } from '@tma/web/api/save-file';
import { useWords } from '@tma/web/language/words';
import { t } from '../../texts.ts';
import { csvFailureText } from '../csv/failure-text.ts';
import { askForReports, fetchCsv } from '../csv/fetch-csv.ts';
import { fileNameOf } from '../csv/file-name.ts';
import type { ListQuery } from '../segments.ts';
import { useSingle } from '../use-single.ts';

/** Saves the chosen reports as a file. A plain link could not send the token. */
export function useDownload(query: ListQuery) {
  const [failure, setFailure] = useWords();
  const single = useSingle(async () => {
    setFailure(undefined);
    try {
      await fetchCsv(askForReports(query), async (response) => {
        const name = fileNameOf(response.headers.get('content-disposition'));
        // A blob: the browser keeps it outside of the page's memory, a large one on its disk.
        saveFile(await response.blob(), name ?? 'reports.csv');
      });
    } catch (error) {
      console.warn('The reports could not be downloaded:', error);
      setFailure(() => csvFailureText(error, t('csv.failed')));
    }
  });
  return { ...single, failure };
}
