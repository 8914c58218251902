import { useWords } from '@tma/web/language/words';
import { within } from '@tma/web/queue/within';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { useState } from 'react';
import { useT } from '../../texts.ts';
import { readActs, removeAct } from './kept.ts';
import { sendActs } from './send.ts';
import { ownerOf } from './use-waiting.ts';

/** How long logging out waits for the device, in milliseconds. */
const timeout = 2000;

const waitingActs = async (by: string) => (await readActs(by)).filter(({ isRefused }) => !isRefused);

async function removeActs(by: string): Promise<void> {
  for (const act of await readActs(by)) await removeAct(act);
}

/** The question before crew log out, where something that they did waits to be sent. */
export function useAskBeforeLeaving(token: string, onLeave: () => void) {
  const [asks, setAsks] = useState(false);
  const by = ownerOf(token);
  const leave = () => void within(timeout, removeActs(by).catch(console.warn), undefined).then(onLeave);
  const logOut = () =>
    void within(
      timeout,
      waitingActs(by).catch(() => []),
      [],
    ).then(({ length }) => (length > 0 ? setAsks(true) : leave()));
  const question = asks && <LogOutDialog token={token} onLeave={leave} onStay={() => setAsks(false)} />;
  return { logOut, question };
}

interface LogOutDialogProps {
  token: string;
  /** Logs out; what is kept then is removed. */
  onLeave: () => void;
  onStay: () => void;
}

function LogOutDialog({ token, onLeave, onStay }: LogOutDialogProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useWords();
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    const by = ownerOf(token);
    const left = await sendActs(token, by).then(
      () => waitingActs(by),
      () => [null],
    );
    if (left.length === 0) return onLeave();
    setFailure(() => t('crew.stillWaiting'));
    setBusy(false);
  };
  return (
    <Dialog
      title={t('crew.logOutTitle')}
      onClose={onStay}
      actions={
        <>
          <Button busy={busy} onClick={send}>
            {t('crew.sendNow')}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onLeave}>
            {t('crew.logOutAndRemove')}
          </Button>
          <Button look="quiet" onClick={onStay}>
            {t('crew.stay')}
          </Button>
        </>
      }
    >
      <p>{t('crew.logOutText')}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
    </Dialog>
  );
}
