import { pageUrl } from '@tma/contracts/pages';
import { auth } from '@tma/web/session/resident-session';
import { useRef, useState } from 'react';

/** Has the mail that confirms an address sent once more. */
export function useResend() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);

  /** Two presses of one moment are one: the second comes before the button is busy. */
  const sending = useRef(false);
  const resend = async (email: string) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    // Removed first, so that the same outcome is announced again.
    setOutcome(null);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setOutcome(error ? 'failed' : 'sent');
    sending.current = false;
    setBusy(false);
  };
  return { busy, outcome, resend };
}
