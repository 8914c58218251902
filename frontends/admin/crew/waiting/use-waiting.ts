import { useQueryClient } from '@tanstack/react-query';
import { onReachable } from '@tma/web/offline/connection';
import { claimsOf } from '@tma/web/session/token-claims';
import { useCallback, useEffect, useState } from 'react';
import { refetchLists } from '../../dashboard/use-report-list.ts';
import { type KeptAct, onKept, readActs } from './kept.ts';
import { sendActs } from './send.ts';

/** How often what waits is tried again while the page is open, in milliseconds. */
const againMs = 30_000;

/** Whose token it is. */
export const ownerOf = (token: string): string => String(claimsOf(token)?.sub ?? '');

/** What the crew member did that is not sent yet; while the page is open it is sent as soon as that can be. */
export function useWaiting(token: string): { acts: readonly KeptAct[]; send: () => void } {
  const client = useQueryClient();
  const [acts, setActs] = useState<readonly KeptAct[]>([]);
  const by = ownerOf(token);
  const look = useCallback(() => void readActs(by).then(setActs, () => setActs([])), [by]);
  const send = useCallback(
    () =>
      void sendActs(token, by)
        .then(
          (any) => any && refetchLists(client, ''),
          (error: unknown) => console.warn('What waits could not be read:', error),
        )
        // Another tab may have sent it.
        .finally(look),
    [token, by, client, look],
  );
  useEffect(() => {
    look();
    return onKept(look);
  }, [look]);
  const isWaiting = acts.some(({ isRefused }) => !isRefused);
  useEffect(() => {
    if (!isWaiting) return;
    send();
    const timer = setInterval(send, againMs);
    const unsubscribe = onReachable(send);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [isWaiting, send]);
  return { acts, send };
}
