import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { clearPendingLanguage } from '@tma/web/language/choice';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { logOutTimeout, within } from '@tma/web/within';
import { removeAllDrafts } from './counter/draft.ts';
import { clearServerState } from './server-state.tsx';

/**
 * Signs out: here at once, and on the server as soon as it is told. Resolved once nothing that was written down is left in this
 * browser: a page that is shown afterwards may be closed at once.
 */
export async function endAdminSession(token: string): Promise<void> {
  clearPendingLanguage();
  removeAdminSession();
  clearServerState();
  call('POST /adminsignout', { token }).catch((error: ApiError) => {
    console.warn('The server did not end the session:', error.message);
  });
  await within(logOutTimeout, removeAllDrafts(), undefined);
}
