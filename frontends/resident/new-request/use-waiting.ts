import { onWaitingChange } from '@tma/web/waiting-reports/changes';
import type { Refusal } from '@tma/web/waiting-reports/report';
import { readReport } from '@tma/web/waiting-reports/store';
import { useEffect, useEffectEvent, useState } from 'react';
import { listenForSent, takeBack } from './submit.ts';

/** The state of this form's report after it was submitted and could not be sent. */
interface Waiting {
  key: string;
  /** Whether somebody is sending it now: another tab, the worker, or this page by itself. */
  isSending: boolean;
  needsSignIn: boolean;
}

interface Outcomes {
  /** Somebody has sent it. */
  onSent: () => void;
  /** Another tab has removed or edited it. */
  onGone: () => void;
  /** It is a draft again, and this is why. */
  onRefused: (refusal: Refusal) => void;
}

/** Follows a report of this form while it waits. */
export function useWaiting(userId: string, outcomes: Outcomes) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const onSent = useEffectEvent(outcomes.onSent);
  const onGone = useEffectEvent(outcomes.onGone);
  const onRefused = useEffectEvent(outcomes.onRefused);
  const key = waiting?.key;
  useEffect(() => {
    if (key === undefined) return;
    let mounted = true;
    const listening = listenForSent(key);
    /** The report waits no longer: another tab removed or edited it, unless the message that it was sent is still to come. */
    const giveUp = async () => {
      if ((await listening.soon()) || !mounted) return;
      setWaiting({ key, isSending: false, needsSignIn: false });
      onGone();
    };
    const look = async () => {
      const report = await readReport({ userId, key }).catch(() => null);
      if (!mounted || report === null) return;
      if (report === undefined) return giveUp();
      setWaiting({ key, isSending: false, needsSignIn: report.state === 'signedOut' });
      if (!report.refusal) return;
      setWaiting(null);
      await takeBack(userId, key);
      onRefused(report.refusal);
    };
    const stop = onWaitingChange((change) => {
      if (change.key !== key) return;
      if (change.kind === 'sent') onSent();
      else if (change.kind === 'sending') setWaiting({ key, isSending: true, needsSignIn: false });
      else void look();
    });
    return () => {
      mounted = false;
      listening.stop();
      stop();
    };
  }, [userId, key]);

  const wait = (of: string) => setWaiting({ key: of, isSending: false, needsSignIn: false });
  return { waiting, wait, waitNoMore: () => setWaiting(null) };
}
