import type { Words } from '@tma/web/language/words';
import { tokenOf } from '@tma/web/session/resident-token';
import { useLeaveQuestion } from '@tma/web/ui/leave-dialog';
import { publishChange } from '@tma/web/waiting-reports/changes';
import { noteWaiting } from '@tma/web/waiting-reports/note';
import { sendReport } from '@tma/web/waiting-reports/send';
import { canBeSent } from '@tma/web/waiting-reports/states';
import { forgetPerson, readReports } from '@tma/web/waiting-reports/store';
import { logOutTimeout, within } from '@tma/web/within';
import { useT } from '../texts.ts';
import { stateText } from './words.ts';

/** Deletes everything of a person from this browser when they log out. */
export function forget(userId: string): Promise<void> {
  noteWaiting(userId, false);
  // First: a form in another tab would keep what is typed there once more.
  publishChange({ kind: 'forgotten', userId, key: '' });
  const forgetting = forgetPerson(userId).catch((error: unknown) =>
    console.warn('What was written is not removed:', error),
  );
  return within(logOutTimeout, forgetting, undefined);
}

/** The question before logging out, where a report of that person waits to be sent; of nobody, nothing waits. */
export function useAskBeforeLeaving(userId = '') {
  const t = useT();
  const waiting = { title: t('waiting.logOutTitle'), send: () => sendAll(userId) };
  const { ask, question } = useLeaveQuestion(() => submittedOf(userId), waiting);
  return { askBeforeLeaving: ask, question: userId !== '' && question };
}

/** Sends all of a person's reports that may be sent. Returns why one is left, in words; null where none is. */
async function sendAll(userId: string): Promise<Words | null> {
  for (const report of await readReports(userId))
    if (canBeSent(report.state)) await sendReport(report, { readToken: tokenOf, waits: true });
  const [left] = await submittedOf(userId);
  return left ? () => stateText(left) : null;
}

/** The reports that somebody submitted and that are not sent; none where nothing can be stored. */
const submittedOf = async (userId: string) =>
  (await readReports(userId).catch(() => [])).filter(({ state }) => state !== 'unfinished');
