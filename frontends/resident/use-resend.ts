import { pageUrl } from '@tma/contracts/pages';
import { useSingle } from '@tma/web/hooks/use-single';
import { auth } from '@tma/web/session/resident-session';
import { useState } from 'react';

/** Has the mail that confirms an address sent once more. */
export function useResend() {
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);
  const { busy, run } = useSingle(async (email: string) => {
    // Removed first, so that the same outcome is announced again.
    setOutcome(null);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
    setOutcome(error ? 'failed' : 'sent');
  });
  return { busy, outcome, resend: run };
}
