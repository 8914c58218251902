import { useQueryClient } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { upload } from '@tma/web/api/upload';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useSending } from '@tma/web/hooks/use-sending';
import { useNavigate } from '@tma/web/router';
import { errorOf } from '@tma/web/waiting-reports/report';
import type { Transport } from '@tma/web/waiting-reports/send';
import { useRef, useState } from 'react';
import { messageState } from '../arrival-message.ts';
import { notReturned, type Outcome, outcomeOf, waits } from './outcome.ts';
import { deleteDraft } from './stored-draft.ts';
import { type Submission, type Submitted, submitReport, type TakenBack, takeBack } from './submit.ts';
import { useWaiting } from './use-waiting.ts';

interface Form {
  userId: string;
  showOutcome: (outcome: Outcome | null) => void;
  /** Shows why the report is a draft again. */
  showRefusal: (error: unknown) => void;
}

/**
 * What becomes of a report that is submitted: once sent, it is in My Reports; if it is refused or stopped, it is a draft again;
 * otherwise it waits. Without a network a notice then replaces the form (`showsNotice`); else the form shows it until it is changed.
 */
export function useSubmitting({ userId, showOutcome, showRefusal }: Form) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const isSubmitting = useRef(false);
  /** Whether a notice is shown in place of the form. */
  const [showsNotice, setShowsNotice] = useState(false);
  const { share, send, stop } = useSending();

  const succeed = async () => {
    await client.invalidateQueries({ queryKey: ['reports'] });
    // A person who has left the page meanwhile stays where they are.
    if (!isMounted.current) return;
    const state = messageState('success', 'newRequest.success');
    navigate(pagePath('userDashboard', { tab: 'mycomplaints' }), { replace: true, state });
  };
  const { waiting, wait, waitNoMore } = useWaiting(userId, {
    onSent: () => !isSubmitting.current && void succeed(),
    onGone: () => {
      if (isSubmitting.current) return;
      setShowsNotice(false);
      showOutcome(notReturned('gone'));
    },
    onRefused: (refusal) => {
      setShowsNotice(false);
      showRefusal(errorOf(refusal));
    },
  });

  const conclude = async ({ done, isStored }: Submitted, key: string) => {
    if (done.result === 'accepted') {
      if (!isStored) await deleteDraft(userId, key);
      return succeed();
    }
    if (!waits(done)) {
      waitNoMore();
      // Of a person who has left the page meanwhile it stays in My Reports: its card says why.
      if (isStored && isMounted.current) await takeBack(userId, key);
      return showRefusal(done.error);
    }
    if (isStored) wait(key);
    if (isStored && !navigator.onLine) setShowsNotice(true);
    else showOutcome(outcomeOf(done.error, isStored ? 'stored' : 'noRoom'));
  };
  const submit = async (submission: Submission) => {
    isSubmitting.current = true;
    try {
      // The form is disabled until the result is known.
      await send(async (sending) => {
        const transport: Transport = (envelope) => upload('POST /newrequest', { ...envelope, ...sending });
        await conclude(await submitReport(submission, transport), submission.report.key);
      });
    } finally {
      isSubmitting.current = false;
    }
  };
  /** Takes the report of that key back, as its draft is being changed. Null where it does not wait; else what came of it. */
  const claim = (key: string): Promise<TakenBack> | null => {
    if (key !== waiting?.key) return null;
    // Cleared now: later it may already say why the report is a draft again.
    showOutcome(null);
    return takeBack(userId, key).then((taken) => {
      if (taken !== 'sent') waitNoMore();
      if (taken === 'gone' || taken === 'failed') showOutcome(notReturned(taken));
      return taken;
    });
  };
  return { submit, share, stop, waiting, showsNotice, claim };
}
