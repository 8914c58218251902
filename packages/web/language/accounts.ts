/** Tells accounts the language of their mails: that of the device on which somebody chose. Loaded when somebody does. */
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { awaitingAccount, forgetUntold } from '@tma/web/language/choice';
import { adminSessionStored, residentTokenStored } from '@tma/web/session/stored-tokens';

let telling: Promise<void> | undefined;

/** Tells whoever is signed in what was chosen and no account knows yet. Throws `ApiError`; then it is still to be told. */
export function tellAccounts(): Promise<void> {
  telling ??= tellEach().finally(() => {
    telling = undefined;
  });
  return telling;
}

/** One after the other: what was chosen last is told last. */
async function tellEach() {
  for (let language = awaitingAccount(); language; language = awaitingAccount()) {
    const resident = residentTokenStored();
    const admin = adminSessionStored()?.token;
    const calls: Promise<unknown>[] = [];
    if (resident) calls.push(call('PUT /auth/v1/user', { token: resident, body: { data: { language } } }));
    if (admin) calls.push(call('PUT /adminlanguage', { token: admin, body: { language } }));
    if (calls.length === 0) return;
    const answers = await Promise.allSettled(calls);
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    // Somebody may be signed in as both, and be signed out as one without this browser's knowledge.
    const untold = failures.find(isPassing) ?? (failures.length === calls.length ? failures[0] : undefined);
    if (untold) throw untold;
    if (awaitingAccount() === language) forgetUntold();
  }
}

/** Whether it may succeed another time. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
