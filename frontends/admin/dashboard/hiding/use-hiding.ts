import { useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { useWords, type Words } from '@tma/web/language/words';
import { useRef } from 'react';
import { t } from '../../texts.ts';
import { refusalText } from '../closing/proof-failure.ts';
import type { AdminReport } from '../segments.ts';
import { refetchLists, replaceReport } from '../use-report-list.ts';
import { useSingle } from '../use-single.ts';

type Work = () => Promise<{ report: AdminReport; words: Words }>;

/** One change of a report at a time, and what became of it. @param onDone gets the report as it is then */
function useWork({ id }: Pick<AdminReport, 'id'>, onDone: (report: AdminReport) => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useWords();
  const [outcome, setOutcome] = useWords();
  const work = useRef<Work>(undefined);
  const { busy, ref, run } = useSingle(async () => {
    setProblem(undefined);
    setOutcome(undefined);
    try {
      const done = await work.current?.();
      if (!done) return;
      replaceReport(client, done.report);
      setOutcome(done.words);
      onDone(done.report);
    } catch (failed) {
      console.warn('The report could not be changed:', failed);
      setProblem(() => refusalText(failed) ?? t('hiding.failed'));
    } finally {
      // Also after a failure: it may have arrived all the same.
      refetchLists(client, id);
    }
  });
  const start = (next: Work) => {
    work.current = next;
    run();
  };
  const forget = () => {
    setProblem(undefined);
    setOutcome(undefined);
  };
  return { problem, outcome, busy, ref, start, forget };
}

/** Hiding a report, showing it again, removing its picture: one at a time. @param onDone gets the report as it is then */
export function useHiding(token: string, { id }: Pick<AdminReport, 'id'>, onDone: (report: AdminReport) => void) {
  const { problem, outcome, busy, ref, start, forget } = useWork({ id }, onDone);
  const params = { id };
  const put = (hidden: boolean, reason: string, words: Words) =>
    start(async () => {
      return { report: await call('PUT /reports/{id}/hidden', { params, body: { hidden, reason }, token }), words };
    });
  return {
    problem,
    outcome,
    change: {
      busy,
      ref,
      hide: (reason: string) => put(true, reason, () => t('hiding.hidden')),
      show: () => put(false, '', () => t('hiding.shown')),
      remove: (reason: string) =>
        start(async () => {
          await call('DELETE /reports/{id}/image', { params, body: { reason }, token });
          const report = await call('GET /reports/{id}', { params, token });
          return { report: report as AdminReport, words: () => t('hiding.removed') };
        }),
      forget,
    },
  };
}
