import type { Words } from '@tma/web/language/words';
import { readReports } from '@tma/web/queue/kept';
import { sendKept } from '@tma/web/queue/send';
import { canBeSent } from '@tma/web/queue/states';
import { LeaveDialog } from '@tma/web/ui/leave-dialog';
import { tokenOf } from '../resident-token.ts';
import { useT } from '../texts.ts';
import { stateText } from './words.ts';

interface LogOutDialogProps {
  userId: string;
  /** Logs out; what is kept then is removed. */
  onLeave: () => void;
  onStay: () => void;
}

/** Sends all of a person's reports that may be sent. Returns why one is left, in words; null where none is. */
async function sendAll(userId: string): Promise<Words | null> {
  for (const report of await readReports(userId))
    if (canBeSent(report.state)) await sendKept(report, { readToken: tokenOf }, true);
  const [left] = await waitingReports(userId);
  return left ? () => stateText(left, false) : null;
}

/** The reports that somebody submitted and that are not sent; none where nothing can be stored. */
export const waitingReports = async (userId: string) =>
  (await readReports(userId).catch(() => [])).filter(({ state }) => state !== 'unfinished');

/** Asks what becomes of the reports that wait, before logging out takes them away. */
export function LogOutDialog({ userId, onLeave, onStay }: LogOutDialogProps) {
  const t = useT();
  return <LeaveDialog title={t('kept.logOutTitle')} send={() => sendAll(userId)} onLeave={onLeave} onStay={onStay} />;
}
