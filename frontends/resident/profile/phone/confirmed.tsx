import { useWords, type Words } from '@tma/web/language/words';
import { isSessionEnded, renewSession, signOut } from '@tma/web/session/resident-session';
import { callAsResident } from '@tma/web/session/resident-token';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { CheckField } from '@tma/web/ui/check-field';
import { LeftToRight } from '@tma/web/ui/direction';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../texts.ts';
import { type Phone, useKeepPhone } from './use-phone.ts';

interface ConfirmedProps {
  userId: string;
  phone: Phone;
  takeFocus: boolean;
  /** Called with the number as it is then: there is none. */
  onRemoved: (phone: Phone) => void;
}

/** What is changed of the number, one thing after the other, and how it ended. */
function useChanges() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useWords();
  const [saved, setSaved] = useWords();
  const change = async (what: () => Promise<void>, words?: Words) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setSaved(undefined);
    try {
      await what();
      setSaved(words);
    } catch (failed) {
      if (isSessionEnded(failed as Error) && !(await renewSession())) return signOut();
      console.warn('The number could not be changed:', failed);
      setProblem(() => t('common.notSaved'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, saved, change };
}

/** The number, whether messages go to it, which is saved at once, and an end to it. */
export function Confirmed({ userId, phone, takeFocus, onRemoved }: ConfirmedProps) {
  const t = useT();
  const keepPhone = useKeepPhone(userId);
  const { busy, problem, saved, change } = useChanges();
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takeFocus) box.current?.focus();
  }, [takeFocus]);

  const setMessages = (messages: boolean) =>
    change(
      async () => keepPhone(await callAsResident('PUT /api/phone/messages', { body: { messages } })),
      () => t('phone.saved'),
    );
  const remove = () =>
    change(async () => {
      await callAsResident('DELETE /api/phone');
      onRemoved({ ...phone, number: null, verified: false, messages: false });
    });

  return (
    <>
      <p ref={box} tabIndex={-1}>
        {t('phone.yours')}{' '}
        <strong>
          <LeftToRight>{phone.number}</LeftToRight>
        </strong>
      </p>
      <ByMessage messages={phone.messages} busy={busy} onChange={setMessages} />
      {problem !== undefined && <Banner tone="error">{problem}</Banner>}
      <p role="status">{saved}</p>
      <Button look="quiet" busy={busy} onClick={() => void remove()}>
        {t('phone.remove')}
      </Button>
    </>
  );
}

interface ByMessageProps {
  messages: boolean;
  busy: boolean;
  onChange: (messages: boolean) => Promise<void>;
}

/** What was chosen is shown at once, and as it was before where it could not be saved. */
function ByMessage({ messages, busy, onChange }: ByMessageProps) {
  const t = useT();
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <CheckField
      label={t('phone.messages')}
      hint={t('phone.messagesHint')}
      checked={chosen ?? messages}
      aria-disabled={busy || undefined}
      onChange={({ target: { checked } }) => {
        if (busy) return;
        setChosen(checked);
        void onChange(checked).finally(() => setChosen(null));
      }}
    />
  );
}
