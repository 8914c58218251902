import { onQueueChange } from '@tma/web/queue/changes';
import { readReport } from '@tma/web/queue/kept';
import type { Refusal } from '@tma/web/queue/report';
import { useEffect, useRef, useState } from 'react';
import { hearSent, takeBack } from './submit.ts';

/** How the report of this form stands once it was submitted and was not sent. */
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
  const known = useRef(outcomes);
  useEffect(() => {
    known.current = outcomes;
  });
  const key = waiting?.key;
  useEffect(() => {
    if (key === undefined) return;
    let mounted = true;
    const heard = hearSent(key);
    /** Unless it was sent, which is heard then. What is changed in the form from now on finds the same. */
    const giveUp = async () => {
      if ((await heard.soon()) || !mounted) return;
      setWaiting({ key, isSending: false, needsSignIn: false });
      known.current.onGone();
    };
    const look = async () => {
      const report = await readReport({ userId, key }).catch(() => null);
      if (!mounted || report === null) return;
      if (report === undefined) return giveUp();
      setWaiting({ key, isSending: false, needsSignIn: report.state === 'signedOut' });
      if (!report.refusal) return;
      setWaiting(null);
      await takeBack(userId, key);
      known.current.onRefused(report.refusal);
    };
    const stop = onQueueChange((change) => {
      if (change.key !== key) return;
      if (change.kind === 'sent') known.current.onSent();
      else if (change.kind === 'sending') setWaiting({ key, isSending: true, needsSignIn: false });
      else void look();
    });
    return () => {
      mounted = false;
      heard.stop();
      stop();
    };
  }, [userId, key]);

  const wait = (of: string) => setWaiting({ key: of, isSending: false, needsSignIn: false });
  return { waiting, wait, waitNoMore: () => setWaiting(null) };
}
