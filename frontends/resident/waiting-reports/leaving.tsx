import { publishChange } from '@tma/web/queue/changes';
import { forgetPerson } from '@tma/web/queue/kept';
import { noteWaiting } from '@tma/web/queue/note';
import { logOutTimeout, within } from '@tma/web/queue/within';
import { useState } from 'react';
import { LogOutDialog, waitingReports } from './log-out-dialog.tsx';

/** Leaves nothing of a person in this browser who logs out. */
export function forget(userId: string): Promise<void> {
  noteWaiting(userId, false);
  // First: a form in another tab would keep what is typed there once more.
  publishChange({ kind: 'forgotten', userId, key: '' });
  const forgetting = forgetPerson(userId).catch((error: unknown) =>
    console.warn('What was written is not removed:', error),
  );
  return within(logOutTimeout, forgetting, undefined);
}

/** The question before logging out, where a report of that person waits to be sent. */
export function useAskBeforeLeaving(userId: string | undefined) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const askBeforeLeaving = (go: () => void) => {
    if (userId === undefined) return go();
    void within(logOutTimeout, waitingReports(userId), []).then(({ length }) =>
      length > 0 ? setLeave(() => go) : go(),
    );
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
