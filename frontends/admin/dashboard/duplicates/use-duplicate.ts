import { useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { codeOf, serverText } from '@tma/web/errors/error-texts';
import { useWords } from '@tma/web/language/words';
import { useRef } from 'react';
import { t } from '../../texts.ts';
import { refusalText } from '../closing/proof-failure.ts';
import type { AdminReport } from '../segments.ts';
import { cancelReads, refetchLists, replaceReport } from '../use-report-list.ts';
import { useSingle } from '../use-single.ts';

/**
 * Marks a report as saying the same as another, or as none any more.
 * @param onDone gets the report as it is then
 */
export function useDuplicate(token: string, { id }: Pick<AdminReport, 'id'>, onDone: (report: AdminReport) => void) {
  const client = useQueryClient();
  const [error, setError] = useWords();
  const [outcome, setOutcome] = useWords();
  const wanted = useRef<string | null>(null);
  const { busy, ref, run } = useSingle(async () => {
    setError(undefined);
    setOutcome(undefined);
    const of = wanted.current;
    try {
      await cancelReads(client);
      const report = await call('PUT /reports/{id}/duplicate', { params: { id }, body: { of }, token });
      replaceReport(client, report);
      setOutcome(() => (of === null ? t('duplicate.undone') : t('duplicate.done')));
      onDone(report);
    } catch (failed) {
      console.warn('The report could not be marked:', failed);
      const isRefused = codeOf(failed) === 'not_a_duplicate';
      setError(() => (isRefused ? serverText(failed) : (refusalText(failed) ?? t('duplicate.failed'))));
    } finally {
      // Also after a failure: it may have arrived all the same.
      refetchLists(client, id);
    }
  });
  return {
    error,
    outcome,
    busy,
    ref,
    /** @param of a reference; null for none any more */
    mark: (of: string | null) => {
      wanted.current = of;
      run();
    },
    complain: () => setError(() => t('duplicate.missing')),
    forget: () => setError(undefined),
  };
}
