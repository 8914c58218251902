import { pause, transaction } from '@tma/kit';
import { requireEmail } from '../accounts/email-address.ts';
import type { Auth } from '../context.ts';
import type { LinkKind } from '../stores/links.store.ts';
import { lockUserByEmail, type UserRow } from '../stores/users.store.ts';
import { mailLink } from './mail-link.ts';
import { redirectTarget } from './redirects.ts';

/** No answer comes sooner, so that its duration does not reveal whether the address has an account. */
const minimumMs = 60;

interface LinkRequest {
  kind: LinkKind;
  /** The address as the caller gave it. */
  email: string;
  redirectTo: string | undefined;
  /** Whether this account can use such a link now. */
  isDue?(user: UserRow): boolean;
}

/**
 * Requests the mail with a link for anyone who gives an address. The caller does not learn whether there is an account.
 * Throws 400 `validation_failed` for what is no address, 429 after too many mails to it.
 */
export async function mailOnRequest(auth: Auth, { kind, email, redirectTo, isDue = () => true }: LinkRequest) {
  const address = requireEmail(email);
  await auth.limits.mails.count(address);
  const mail = transaction(auth.pool, async (tx) => {
    const user = await lockUserByEmail(tx, address);
    if (user && isDue(user)) await mailLink(auth.config, tx, user, kind, redirectTarget(redirectTo, auth.config));
  });
  await Promise.all([pause(minimumMs), mail]);
}
