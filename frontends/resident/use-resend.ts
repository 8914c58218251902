import { pageUrl } from '@tma/contracts/pages';
import { auth } from '@tma/web/session/resident-session';
import { useState } from 'react';

/** Has the mail that confirms an address sent once more. */
export function useResend() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);

  const resend = async (email: string) => {
    setBusy(true);
    // What comes of it is said again, though it be the same.
    setOutcome(null);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setOutcome(error ? 'failed' : 'sent');
    setBusy(false);
  };
  return { busy, outcome, resend };
}
