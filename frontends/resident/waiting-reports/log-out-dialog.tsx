import { useWords, type Words } from '@tma/web/language/words';
import { readReports } from '@tma/web/queue/kept';
import { sendKept } from '@tma/web/queue/send';
import { canBeSent } from '@tma/web/queue/states';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { useState } from 'react';
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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useWords();
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    const left = await sendAll(userId);
    if (left === null) return onLeave();
    setFailure(left);
    setBusy(false);
  };
  return (
    <Dialog
      title={t('kept.logOutTitle')}
      onClose={onStay}
      actions={
        <>
          <Button busy={busy} onClick={send}>
            {t('kept.sendNow')}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onLeave}>
            {t('kept.logOutAndRemove')}
          </Button>
          <Button look="quiet" onClick={onStay}>
            {t('kept.stay')}
          </Button>
        </>
      }
    >
      <p>{t('kept.logOutText')}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
    </Dialog>
  );
}
