import { statusOf } from '@tma/web/api/api-error';
import { codeOf } from '@tma/web/errors/error-texts';
import { renewSession, signOut } from '@tma/web/session/resident-session';
import { callAsResident } from '@tma/web/session/resident-token';

/** Why it is not supported. `signedOut`: the session has ended, here or in another tab. */
export type Refusal = 'own' | 'notOpen' | 'limited' | 'signedOut' | 'notSupported';

/**
 * Tells the portal that the resident has the problem of that report, too. @returns how many support it then, or why that failed
 */
export async function sendSupport(id: string): Promise<number | Refusal> {
  try {
    return (await callAsResident('PUT /reports/{id}/support', { params: { id } })).supports;
  } catch (error) {
    const [code, status] = [codeOf(error), statusOf(error)];
    if (code === 'own_report') return 'own';
    // Where it is not found, it was hidden meanwhile.
    if (code === 'not_open' || status === 404) return 'notOpen';
    if (status === 429) return 'limited';
    // A session that can be renewed is not over, whatever is refused.
    if (status !== 401 || (await renewSession())) return 'notSupported';
    await signOut();
    return 'signedOut';
  }
}
