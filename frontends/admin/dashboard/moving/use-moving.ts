import { useQueryClient } from '@tanstack/react-query';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords, type Words } from '@tma/web/language/words';
import { useState } from 'react';
import { t } from '../../texts.ts';
import { refusalText } from '../closing/proof-failure.ts';
import { moveReport, type Place } from '../save-report.ts';
import type { AdminReport } from '../segments.ts';
import { cancelReads, refetchLists, replaceReport } from '../use-report-list.ts';
import { useSingle } from '../use-single.ts';

interface Moving {
  token: string;
  report: AdminReport;
  onChange: (report: AdminReport) => void;
  /** It could not be saved after the dialog was closed. */
  onLost: (report: AdminReport) => void;
}

/** The pin that is set anew, and where it began. */
interface Pin {
  point: Place | null;
  start: Place | null;
}

/** Correcting where a report is: the pin stays where it was set until it is saved. */
export function useMoving({ token, report, onChange, onLost }: Moving) {
  const client = useQueryClient();
  const [pin, setPin] = useState<Pin | null>(null);
  const [problem, setProblem] = useWords();
  const [said, say] = useWords();
  const isMounted = useIsMounted();

  const open = (next: Pin | null) => {
    setProblem(undefined);
    say(undefined);
    setPin(next);
  };
  const saving = useSingle(async () => {
    if (!pin?.point) return setProblem(() => t('moving.missing'));
    setProblem(undefined);
    await cancelReads(client);
    const { current, error } = await moveReport(token, report, pin.point);
    replaceReport(client, current);
    refetchLists(client, report.id);
    onChange(current);
    if (!error) {
      setPin(null);
      return say(() => t('moving.done'));
    }
    setProblem(() => (error.status === 412 ? t('moving.changed') : (refusalText(error) ?? t('moving.failed'))));
    if (!isMounted.current) onLost(current);
  });
  return {
    pin,
    problem,
    said,
    saving,
    begin() {
      const { lat, long } = report;
      const point = lat === null || long === null ? null : { lat, long };
      open({ point, start: point });
    },
    cancel: () => open(null),
    setStart: (start: Place) => setPin((before) => before && { ...before, start }),
    move(point: Place, words: Words) {
      if (saving.busy) return;
      setProblem(undefined);
      setPin((before) => before && { ...before, point });
      say(words);
    },
  };
}
