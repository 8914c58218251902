import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { clearPendingLanguage } from '@tma/web/language/choice';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { removeAllDrafts } from './counter/draft.ts';
import { clearServerState } from './server-state.tsx';

/** Signs out: here at once, and on the server as soon as it is told. */
export function endAdminSession(token: string): void {
  clearPendingLanguage();
  removeAdminSession();
  clearServerState();
  void removeAllDrafts();
  call('POST /adminsignout', { token }).catch((error: ApiError) => {
    console.warn('The server did not end the session:', error.message);
  });
}
