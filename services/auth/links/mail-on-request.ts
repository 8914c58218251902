import { networkOf, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { inLeastTime } from '../credentials/least-time.ts';
import { requireEmail } from '../person/email-address.ts';
import { lockUserByEmail, type UserRow } from '../person/users.store.ts';

interface MailRequest {
  kind: 'recovery' | 'resend-sign-up' | 'resend-email-change';
  /** The address as the caller gave it. */
  email: string;
  /** The caller's. */
  ip: string;
  /** Requests the mail for the account of that address, if it can use one now. */
  mail(tx: Tx, user: UserRow): Promise<unknown>;
}

/**
 * Requests a mail with a link for anyone who gives an address. The caller does not learn whether there is an account.
 * Throws 400 `validation_failed` for what is no address, 429 after too many requests from an IP or for that address.
 */
export async function mailOnRequest({ pool, limits }: Auth, { kind, email, ip, mail }: MailRequest): Promise<void> {
  const address = requireEmail(email);
  await limits.recoveries.count(networkOf(ip));
  await limits.mails.count(kind, address);
  const request = transaction(pool, async (tx) => {
    const user = await lockUserByEmail(tx, address);
    if (user) await mail(tx, user);
  });
  await inLeastTime(request);
}
