import { logOutTimeout, within } from '@tma/web/queue/within';
import { LeaveDialog } from '@tma/web/ui/leave-dialog';
import { useState } from 'react';
import { useT } from '../../texts.ts';
import { ownerOf, readActs, removeAct } from './kept.ts';
import { sendActs } from './send.ts';

const waitingActs = async (by: string) => (await readActs(by)).filter(({ isRefused }) => !isRefused);

async function removeActs(by: string): Promise<void> {
  for (const act of await readActs(by)) await removeAct(act);
}

/** The question before crew log out, where something that they did waits to be sent. */
export function useAskBeforeLeaving(token: string, onLeave: () => void) {
  const t = useT();
  const [asks, setAsks] = useState(false);
  const by = ownerOf(token);
  const leave = () => void within(logOutTimeout, removeActs(by).catch(console.warn), undefined).then(onLeave);
  const logOut = () =>
    void within(
      logOutTimeout,
      waitingActs(by).catch(() => []),
      [],
    ).then(({ length }) => (length > 0 ? setAsks(true) : leave()));
  const send = async () => {
    const left = await sendActs(token, by).then(
      () => waitingActs(by),
      () => [null],
    );
    return left.length === 0 ? null : () => t('crew.stillWaiting');
  };
  const question = asks && (
    <LeaveDialog title={t('crew.logOutTitle')} send={send} onLeave={leave} onStay={() => setAsks(false)} />
  );
  return { logOut, question };
}
