import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@tma/web/api/api-error';
import { codeOf } from '@tma/web/errors/error-texts';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords } from '@tma/web/language/words';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../texts.ts';
import { refusalText } from '../closing/proof-failure.ts';
import { assignReport } from '../save-report.ts';
import type { AdminReport } from '../segments.ts';
import { cancelReads, refetchLists, replaceReport } from '../use-report-list.ts';
import { usePause } from './use-pause.ts';

interface AssigneeOptions {
  token: string;
  report: AdminReport;
  /** The report is another now. It may have left the list. */
  onChange: (report: AdminReport) => void;
  /** It could not be saved after the dialog was closed. */
  onLost: (report: AdminReport) => void;
}

/** Saves whom a report is assigned to as soon as it is chosen. `wanted` is what is chosen and not saved yet: an id, or empty for nobody. */
export function useAssignee({ token, report, onChange, onLost }: AssigneeOptions) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<string | null>(null);
  const [outcome, setOutcome] = useWords();
  const isMounted = useIsMounted();
  const known = useRef(report);
  useEffect(() => {
    known.current = report;
  }, [report]);
  const next = useRef<string | null>(null);
  const saving = useRef(Promise.resolve());

  const save = async () => {
    const assignee = next.current;
    // A later choice was saved in its place.
    if (assignee === null) return;
    next.current = null;
    setOutcome(() => t('desk.saving'));
    await cancelReads(client);
    const { current, error } = await assignReport(token, known.current, assignee || null);
    known.current = current;
    if (codeOf(error) === 'unknown_administrator') void client.invalidateQueries({ queryKey: ['admins'] });
    replaceReport(client, current);
    onChange(current);
    if (error && !isMounted.current) onLost(current);
    refetchLists(client, report.id);
    if (next.current !== null) return;
    setOutcome(() => outcomeText(error));
    setWanted(null);
  };
  const { put, ...handlers } = usePause((assignee: string) => {
    next.current = assignee;
    saving.current = saving.current.then(save, save);
  });
  const choose = (assignee: string) => {
    setWanted(assignee);
    setOutcome(undefined);
    put(assignee);
  };
  return { wanted, outcome, choose, ...handlers };
}

function outcomeText(error: ApiError | undefined): string {
  if (!error) return t('desk.saved');
  if (error.status === 412) return t('desk.changed');
  return codeOf(error) === 'unknown_administrator'
    ? t('desk.unknownAdministrator')
    : (refusalText(error) ?? t('desk.failed'));
}
