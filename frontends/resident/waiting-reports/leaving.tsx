import { forgetPerson } from '@tma/web/queue/kept';
import { useState } from 'react';
import { LogOutDialog, waitingReports } from './log-out-dialog.tsx';

/** Leaves nothing of a person in this browser who logs out. */
export const forget = (userId: string): Promise<void> =>
  forgetPerson(userId).catch((error: unknown) => console.warn('What was written is not removed:', error));

/** The question before logging out, where a report of that person waits to be sent. */
export function useAskBeforeLeaving(userId: string | undefined) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const askBeforeLeaving = (go: () => void) => {
    if (userId === undefined) return go();
    void waitingReports(userId).then(({ length }) => (length > 0 ? setLeave(() => go) : go()));
  };
  const question = leave && userId !== undefined && (
    <LogOutDialog
      userId={userId}
      onStay={() => setLeave(null)}
      onLeave={() => {
        setLeave(null);
        leave();
      }}
    />
  );
  return { askBeforeLeaving, question };
}
