import { useQueryClient } from '@tanstack/react-query';
import { useFocusFallback } from '@tma/web/hooks/focus';
import { useSingle } from '@tma/web/hooks/use-single';
import { term } from '@tma/web/language/terms';
import { onReachable } from '@tma/web/offline/connection';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { LeftToRight } from '@tma/web/ui/direction';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refetchLists } from '../../dashboard/use-report-list.ts';
import { useT } from '../../texts.ts';
import { ownerOf } from '../../tokens.ts';
import { onActsChange, readActs, removeAct, type WaitingAct } from './acts.ts';
import { sendActs } from './send.ts';
import css from './waiting-list.module.css';

/** What the crew member did without a network, and what the portal did not take of it. */
export function WaitingList({ token }: { token: string }) {
  const t = useT();
  const { acts, isWaiting, send } = useWaiting(token);
  if (acts.length === 0) return null;
  return (
    <section className={css.waiting} aria-label={t('crew.waiting')}>
      <ul className={css.acts}>
        {acts.map((act) => (
          <Waiting key={act.key} act={act} />
        ))}
      </ul>
      {isWaiting && <SendNow send={send} />}
    </section>
  );
}

/** Here as long as anything waits. */
function SendNow({ send }: { send: () => Promise<void> }) {
  const t = useT();
  const [hasFailed, setFailed] = useState(false);
  const { ref, busy, run } = useSingle(async () => {
    setFailed(false);
    await send();
    setFailed(true);
  });
  return (
    <>
      <TemporaryButton ref={ref} look="quiet" busy={busy} onClick={run}>
        {t('crew.sendNow')}
      </TemporaryButton>
      {hasFailed && <Banner tone="quiet">{t('crew.stillWaiting')}</Banner>}
    </>
  );
}

function Waiting({ act }: { act: WaitingAct }) {
  const t = useT();
  const item = useRef<HTMLLIElement>(null);
  useFocusFallback(item);
  return (
    <li ref={item}>
      <p>
        {t(`crew.${act.kind}`)}: {term('issue', act.report.issue)} <LeftToRight>{act.report.reference}</LeftToRight>
      </p>
      {act.isRefused ? (
        <>
          <Banner tone="quiet">{t('crew.refused')}</Banner>
          {act.kind === 'note' && <p dir="auto">{act.text}</p>}
          <Button look="quiet" onClick={() => void removeAct(act)}>
            {t('common.remove')}
          </Button>
        </>
      ) : (
        <p>{t('crew.waiting')}</p>
      )}
    </li>
  );
}

/** How often what waits is tried again while the page is open, in milliseconds. */
const againMs = 30_000;

/** What the crew member did that is not sent yet; while the page is open it is sent as soon as that can be. */
function useWaiting(token: string) {
  const client = useQueryClient();
  const [acts, setActs] = useState<readonly WaitingAct[]>([]);
  const by = ownerOf(token);
  const look = useCallback(() => readActs(by).then(setActs, () => setActs([])), [by]);
  const send = useCallback(
    () =>
      sendActs(token, by)
        .then(
          (any) => {
            if (any) refetchLists(client, '');
          },
          (error: unknown) => console.warn('What waits could not be read:', error),
        )
        // Another tab may have sent it.
        .finally(look),
    [token, by, client, look],
  );
  useEffect(() => {
    void look();
    return onActsChange(look);
  }, [look]);
  const isWaiting = acts.some(({ isRefused }) => !isRefused);
  useEffect(() => {
    if (!isWaiting) return;
    void send();
    const timer = setInterval(send, againMs);
    const unsubscribe = onReachable(send);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [isWaiting, send]);
  return { acts, isWaiting, send };
}
