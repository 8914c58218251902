import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useT } from '@tma/web/language/own-texts';
import { useWords, type Words } from '@tma/web/language/words';
import { logOutTimeout, within } from '@tma/web/within';
import { useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Waiting {
  /** What waits. */
  title: string;
  /** Sends it. Returns why some of it still waits, in words; null where nothing does. */
  send: () => Promise<Words | null>;
}

/** The question before logging out: `ask` calls what logs out at once where nothing waits, of all that `readWaiting` gives. */
export function useLeaveQuestion(readWaiting: () => Promise<readonly unknown[]>, waiting: Waiting) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = (go: () => void) => {
    // What the device cannot say is not asked about: nobody is kept from logging out.
    const read = readWaiting().catch(() => []);
    void within(logOutTimeout, read, []).then(({ length }) => (length > 0 ? setLeave(() => go) : go()));
  };
  const stay = () => setLeave(null);
  const goOn = () => {
    stay();
    leave?.();
  };
  return { ask, question: leave && <LeaveDialog {...waiting} onLeave={goOn} onStay={stay} /> };
}

interface LeaveDialogProps extends Waiting {
  /** Logs out; what is kept then is removed. */
  onLeave: () => void;
  onStay: () => void;
}

/** Sends what waits. @param onSent called once nothing waits any more */
function useSendNow(send: Waiting['send'], onSent: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useWords();
  const isMounted = useIsMounted();
  const sendNow = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const left = await send();
      // Whoever has chosen to stay meanwhile stays, though all is sent.
      if (!isMounted.current) return;
      if (left === null) return onSent();
      setFailure(left);
    } catch (error) {
      console.warn('What waits could not be sent:', error);
    }
    setBusy(false);
  };
  return { busy, failure, sendNow };
}

/** Asks what becomes of what waits on this device to be sent, before logging out takes it away. */
export function LeaveDialog({ title, send, onLeave, onStay }: LeaveDialogProps) {
  const t = useT();
  const { busy, failure, sendNow } = useSendNow(send, onLeave);
  return (
    <Dialog
      title={title}
      onClose={onStay}
      actions={
        <>
          <Button busy={busy} onClick={sendNow}>
            {t('leaving.send')}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onLeave}>
            {t('leaving.remove')}
          </Button>
          <Button look="quiet" onClick={onStay}>
            {t('leaving.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leaving.text')}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
    </Dialog>
  );
}
