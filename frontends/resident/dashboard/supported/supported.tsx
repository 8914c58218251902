import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshInterval } from '@tma/web/api/query';
import { pageSize, type Report } from '@tma/web/api/tables';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { useWords } from '@tma/web/language/words';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/reports/report-card';
import { callAsResident } from '@tma/web/session/resident-token';
import { Button } from '@tma/web/ui/button';
import { CardGrid } from '@tma/web/ui/card-grid';
import { ShowMore } from '@tma/web/ui/show-more';
import { useId, useRef } from 'react';
import { t, useT } from '../../texts.ts';
import { AnswerDue } from '../card-lines.tsx';
import { useOpened } from '../use-opened.tsx';
import css from './supported.module.css';
import { SupportedReport } from './supported-report.tsx';

/** Others' reports that the resident supports; nothing where there are none, or while they cannot be read. */
export function Supported({ userId }: { userId: string }) {
  const t = useT();
  const titleId = useId();
  const list = useSupported(userId);
  const { stop, isStopping, outcome, status } = useStop(userId);
  const reports = list.data?.pages.flat() ?? [];
  const { open, opened, onClose, onLost, lost } = useOpened(reports);
  const focusFirstNew = useFocusFirstNew(reports.length, '[data-supported] article h2 button');
  if (reports.length === 0 && outcome === undefined && !lost) return null;
  return (
    <section className={css.supported} aria-labelledby={titleId} data-supported>
      <h2 id={titleId}>{t('supported.title')}</h2>
      <p ref={status} role="status" tabIndex={-1}>
        {outcome}
      </p>
      {lost}
      <CardGrid label={t('supported.title')}>
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} onOpen={() => open(report)}>
            <AnswerDue report={report} />
            {report.schedule && <Scheduled day={report.schedule} />}
            <PlaceAndDate report={report} />
            <div>
              <Button look="quiet" busy={isStopping} onClick={() => stop(report)}>
                {t('supported.stop')}
              </Button>
            </div>
          </ReportCard>
        ))}
      </CardGrid>
      <ShowMore list={list} onPress={focusFirstNew} />
      {opened && <SupportedReport key={opened.id} report={opened} userId={userId} onClose={onClose} onLost={onLost} />}
    </section>
  );
}

const keyOf = (userId: string) => ['supported', userId] as const;

/** The reports of others that the resident supports, newest first, page by page. */
const useSupported = (userId: string) =>
  useInfiniteQuery({
    queryKey: keyOf(userId),
    queryFn: ({ pageParam, signal }) =>
      callAsResident('GET /api/supported', { query: { limit: pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (rows) => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: refreshInterval,
  });

/** Ends the support of a report, and what is said of that where `status` is; it takes the focus where no card is left to have it. */
function useStop(userId: string) {
  const stopping = useStopSupporting(userId);
  const [outcome, setOutcome] = useWords();
  const status = useRef<HTMLParagraphElement>(null);
  const isStopped = stopping.isSuccess;
  useOnChange(isStopped, () => isStopped && document.activeElement === document.body && status.current?.focus());
  const stop = (report: Report) => {
    setOutcome(undefined);
    stopping.mutate(report, {
      onSuccess: () => setOutcome(() => t('supported.stopped', { reference: report.reference })),
      onError: () => setOutcome(() => t('common.notSaved')),
    });
  };
  return { stop, isStopping: stopping.isPending, outcome, status };
}

/** Ends the support of a report. */
function useStopSupporting(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Report) => {
      await client.cancelQueries({ queryKey: keyOf(userId) });
      return callAsResident('DELETE /reports/{id}/support', { params: { id } });
    },
    onSuccess: (_, { id }) =>
      client.setQueryData<InfiniteData<Report[]>>(keyOf(userId), (list) => {
        if (!list) return list;
        return { ...list, pages: list.pages.map((rows) => rows.filter((row) => row.id !== id)) };
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}
