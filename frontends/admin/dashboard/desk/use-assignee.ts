import { useQueryClient } from '@tanstack/react-query';
import { codeOf } from '@tma/web/errors/error-texts';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords, type Words } from '@tma/web/language/words';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../texts.ts';
import { refusalText } from '../closing/proof-failure.ts';
import type { AdminReport } from '../segments.ts';
import { cancelReads, refetchLists, replaceReport } from '../use-report-list.ts';
import { assignReport } from './assign-report.ts';

/**
 * How long a choice by the keyboard waits for another, in milliseconds: the arrow keys choose each name on the way to the one
 * that is meant, and everybody who is chosen gets a mail.
 */
const keyPause = 800;

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
  const next = useRef<string | null>(null);
  const running = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byKey = useRef(false);
  const isMounted = useIsMounted();
  const latest = useRef({ report, onChange });
  useEffect(() => {
    latest.current = { report, onChange };
  });

  /** Saves what was chosen last, one after the other. */
  const save = async () => {
    if (running.current) return;
    running.current = true;
    let known = latest.current.report;
    let said: Words | undefined;
    while (next.current !== null) {
      const assignee = next.current;
      next.current = null;
      setOutcome(() => t('desk.saving'));
      await cancelReads(client);
      const { current, error } = await assignReport(token, known, assignee || null);
      known = current;
      if (!error) said = () => t('desk.saved');
      else if (error.status === 412) said = () => t('desk.changed');
      else if (codeOf(error) === 'unknown_administrator') {
        said = () => t('desk.unknownAdministrator');
        void client.invalidateQueries({ queryKey: ['admins'] });
      } else said = () => refusalText(error) ?? t('desk.failed');
      replaceReport(client, current);
      latest.current.onChange(current);
      if (error && !isMounted.current) onLost(current);
      // Also after a failure: it may have arrived all the same.
      refetchLists(client);
      void client.invalidateQueries({ queryKey: ['history', report.id] });
    }
    setOutcome(said);
    setWanted(null);
    running.current = false;
  };

  const flush = useRef(() => {});
  useEffect(() => {
    flush.current = () => {
      clearTimeout(timer.current);
      if (next.current !== null) void save();
    };
  });
  // What was chosen is saved also where the dialog is closed before the pause is over.
  useEffect(() => () => flush.current(), []);

  const choose = (assignee: string) => {
    next.current = assignee;
    setWanted(assignee);
    setOutcome(undefined);
    clearTimeout(timer.current);
    if (byKey.current) timer.current = setTimeout(() => flush.current(), keyPause);
    else flush.current();
  };
  return {
    wanted,
    outcome,
    choose,
    onKeyDown: () => {
      byKey.current = true;
    },
    onPointerDown: () => {
      byKey.current = false;
    },
    onBlur: () => flush.current(),
  };
}
