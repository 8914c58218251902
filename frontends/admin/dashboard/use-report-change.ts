import { useQueryClient } from '@tanstack/react-query';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords, type Words } from '@tma/web/language/words';
import type { ChosenPicture } from './closing/use-proof.ts';
import type { Place } from './save-report.ts';
import type { AdminReport } from './segments.ts';
import { cancelReads, refetchLists, replaceReport } from './use-report-list.ts';

/** The pin that is set anew, and where it began: where the report is, as far as its administrator was told. */
export interface Pin {
  point: Place | null;
  start: Place | null;
}

/** What was chosen in details that were closed before it could be saved. */
export interface Unsent {
  pin?: Pin;
  picture?: ChosenPicture;
}

/** What a part of the details gets that changes the report. */
export interface ChangeProps {
  token: string;
  report: AdminReport;
  /** The report is another now. It may have left the list. */
  onChange: (report: AdminReport) => void;
  /** It could not be saved after the dialog was closed. */
  onLost: (report: AdminReport, unsent?: Unsent) => void;
  /** What was lost before. */
  unsent?: Unsent;
}

/** What came of a change: the report as it is then, as far as that is known, and what is said. */
interface Changed {
  report?: AdminReport;
  words: Words;
}

/** One change of a report at a time, and what came of it. @param failure says why it failed */
export function useReportChange(
  { report, onChange, onLost }: Pick<ChangeProps, 'report' | 'onChange' | 'onLost'>,
  failure: (error: unknown) => string,
) {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const [problem, setProblem] = useWords();
  const [outcome, setOutcome] = useWords();
  const forget = () => {
    setProblem(undefined);
    setOutcome(undefined);
  };
  const single = useSingle(async (change: () => Promise<Changed>) => {
    forget();
    try {
      await cancelReads(client);
      const { report: changed, words } = await change();
      setOutcome(words);
      if (!changed) return;
      replaceReport(client, changed);
      onChange(changed);
    } catch (error) {
      console.warn('The report could not be changed:', error);
      setProblem(() => failure(error));
      if (!isMounted.current) onLost(report);
    } finally {
      // Also after a failure: it may have arrived all the same.
      refetchLists(client, report.id);
    }
  });
  return { ...single, problem, setProblem, outcome, forget };
}
