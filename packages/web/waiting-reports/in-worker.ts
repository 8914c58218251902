/** What the service worker does with reports that wait: it sends them when the browser says that there is a network. */
import { ApiError } from '@tma/web/api/api-error';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { sendReport } from '@tma/web/waiting-reports/send';
import { canBeSent, timeLeft } from '@tma/web/waiting-reports/states';
import { readReports } from '@tma/web/waiting-reports/store';
import { removeToken, tokenLeftBy } from '@tma/web/waiting-reports/tokens';

export const syncTag = 'tma-reports';

/** What the worker asks open pages; a page answers with a token or null through the port that comes with it. */
export interface TokenQuestion {
  type: 'tma-token';
  userId: string;
  refused?: string;
}

export const isTokenQuestion = (data: unknown): data is TokenQuestion =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'tma-token';

/** Open pages, as the worker sees them. */
export interface Pages {
  matchAll: (options: { type: 'window' }) => Promise<readonly AskedPage[]>;
}
interface AskedPage {
  postMessage: (message: TokenQuestion, transfer: Transferable[]) => void;
}

/** How long a page may take to answer, in milliseconds: it may have to renew the token, or be of another kind. */
const answerTime = 5000;

function ask(page: AskedPage, question: TokenQuestion): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), answerTime);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof data === 'string' ? data : null);
    };
    page.postMessage(question, [port2]);
  });
}

/** The first token of any page; null where none has one. */
async function askPages(pages: Pages, question: TokenQuestion): Promise<string | null> {
  const open = await pages.matchAll({ type: 'window' });
  const answers = open.map(async (page) => {
    const token = await ask(page, question);
    return token ?? Promise.reject(new TypeError('This page has no token'));
  });
  return Promise.any(answers).catch(() => null);
}

/** A person who has to sign in does so on a page, which then sends the report. */
const isForWorker = ({ state }: WaitingReport): boolean => canBeSent(state) && state !== 'signedOut';

/**
 * Sends every report that waits: with the token of an open page, else with the one left beside them, which is deleted once it
 * is refused. Rejects where something is left to send, so that the browser calls again.
 */
export async function sendFromWorker(pages: Pages): Promise<void> {
  const readToken = async (userId: string, refused?: string) => {
    const token = (await askPages(pages, { type: 'tma-token', userId, refused })) ?? (await tokenLeftBy(userId));
    if (token !== undefined && token !== refused) return token;
    if (refused !== undefined) await removeToken();
    // Not a 401: its writer is asked to sign in by a page, which may have a session that goes on.
    throw new ApiError(0, 'no_token', '');
  };
  const isDue = (report: WaitingReport) => isForWorker(report) && timeLeft(report.wait, Date.now()) === 0;
  // Checked here as well, so that the worker does not lock a report that only a page can send.
  for (const report of await readReports()) if (isDue(report)) await sendReport(report, { readToken, isDue });
  // Also while a page is sending it: that page may be closed before it is done.
  if ((await readReports()).some(isForWorker)) throw new Error('A report waits to be sent');
  await removeToken();
}
