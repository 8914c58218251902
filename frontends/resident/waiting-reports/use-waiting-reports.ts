import { useQueryClient } from '@tanstack/react-query';
import { useRead } from '@tma/web/hooks/use-read';
import { onWaitingChange } from '@tma/web/waiting-reports/changes';
import { noteWaiting } from '@tma/web/waiting-reports/note';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { readReports, wasLost } from '@tma/web/waiting-reports/store';
import { useEffect, useState } from 'react';

interface WaitingReports {
  reports: readonly WaitingReport[];
  /** The keys of those that are being sent, here or elsewhere. */
  sending: ReadonlySet<string>;
  /** How many were sent since the page was opened. */
  sent: number;
}

const none: WaitingReports = { reports: [], sending: new Set(), sent: 0 };

/** The person's reports that wait on this device, current across tabs. One that was sent is in the lists, which are read again. */
export function useWaitingReports(userId: string): WaitingReports {
  const [waiting, setWaiting] = useState(none);
  const client = useQueryClient();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const refresh = async () => {
      // Without storage nothing waits.
      const reports = await readReports(userId).catch(() => []);
      if (!signal.aborted) setWaiting((before) => ({ ...before, reports }));
    };
    const stop = onWaitingChange(({ kind, userId: whose, key }) => {
      if (whose !== userId) return;
      setWaiting(({ sending, sent, ...rest }) => {
        const others = [...sending].filter((one) => one !== key);
        return {
          ...rest,
          sending: new Set(kind === 'sending' ? [...others, key] : others),
          sent: kind === 'sent' ? sent + 1 : sent,
        };
      });
      if (kind === 'sent') void client.invalidateQueries({ queryKey: ['reports'] });
      void refresh();
    });
    document.addEventListener('visibilitychange', () => void refresh(), { signal });
    void refresh();
    return () => {
      ended.abort();
      stop();
    };
  }, [userId, client]);
  return waiting;
}

/** Whether the browser has deleted reports of that person. Said once: from then on it is known. */
export const useLost = (userId: string): boolean =>
  useRead(userId, async (signal) => {
    const isLost = await wasLost(userId).catch(() => false);
    if (isLost && !signal.aborted) noteWaiting(userId, false);
    return isLost;
  }) ?? false;
