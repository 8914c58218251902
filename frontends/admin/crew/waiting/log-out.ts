import { useLeaveQuestion } from '@tma/web/ui/leave-dialog';
import { logOutTimeout, within } from '@tma/web/within';
import { useT } from '../../texts.ts';
import { ownerOf } from '../../tokens.ts';
import { readActs, removeAct } from './acts.ts';
import { sendActs } from './send.ts';

const waitingActs = async (by: string) => (await readActs(by)).filter(({ isRefused }) => !isRefused);

async function removeActs(by: string): Promise<void> {
  for (const act of await readActs(by)) await removeAct(act);
}

/** The question before crew log out, where something that they did waits to be sent. */
export function useAskBeforeLeaving(token: string, onLeave: () => void) {
  const t = useT();
  const by = ownerOf(token);
  const leave = () => void within(logOutTimeout, removeActs(by).catch(console.warn), undefined).then(onLeave);
  const send = async () => {
    const left = await sendActs(token, by).then(
      () => waitingActs(by),
      () => [null],
    );
    return left.length === 0 ? null : () => t('crew.stillWaiting');
  };
  const { ask, question } = useLeaveQuestion(() => waitingActs(by), { title: t('crew.logOutTitle'), send });
  return { logOut: () => ask(leave), question };
}
