/** Saves the language of the device to the accounts, for their mails. Loaded when somebody chooses one. */
import { isTransient, statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { clearPendingLanguage, pendingForAccounts } from '@tma/web/language/choice';
import { adminSessionStored, residentTokenStored } from '@tma/web/session/stored-tokens';

let saving: Promise<void> | undefined;

/** Saves a choice that is pending to the accounts that are signed in. Throws `ApiError`; then it stays pending. */
export function saveToAccounts(): Promise<void> {
  saving ??= saveToEach().finally(() => {
    saving = undefined;
  });
  return saving;
}

/** One after the other: the last choice is saved last. */
async function saveToEach() {
  for (let language = pendingForAccounts(); language; language = pendingForAccounts()) {
    const resident = residentTokenStored();
    const admin = adminSessionStored()?.token;
    const calls: Promise<unknown>[] = [];
    if (resident) calls.push(call('PUT /auth/v1/user', { token: resident, body: { data: { language } } }));
    if (admin) calls.push(call('PUT /adminlanguage', { token: admin, body: { language } }));
    if (calls.length === 0) return;
    const answers = await Promise.allSettled(calls);
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    // Somebody may be signed in as both, and be signed out as one without this browser's knowledge.
    const unsaved =
      failures.find((error) => isTransient(error) || statusOf(error) === 429) ??
      (failures.length === calls.length ? failures[0] : undefined);
    if (unsaved) throw unsaved;
    if (pendingForAccounts() === language) clearPendingLanguage();
  }
}
